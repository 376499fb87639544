# faults.csv -> faults.h: a name and a word for each fault.
BEGIN { FS = ","; print "/* Made from faults.csv. */\n#ifndef FAULTS_H\n#define FAULTS_H\n\n#include \"kept.h\"\n\ntypedef enum {\n    FAULT_NONE," }
NR > 1 { words[n++] = $1; printf "    FAULT_%s,\n", $1 }
END {
    print "    FAULTS\n} fault;\n\n__attribute__((unused)) static const KEPT char FAULT_WORD[FAULTS][10] = {\n    \"NONE\","
    for (i = 0; i < n; i++) printf "    \"%s\",\n", words[i]
    print "};\n\n#endif"
}
