#!/usr/bin/env bash
# cost: 3
# `mazurka check --sarif=FILE --junit=FILE`: both are written beside the report, and are well formed; a file that cannot be written is said.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
"$MAZURKA" check "$SOURCE_DIR/examples/bank.cpp" --quiet --out "$dir/out" --sarif="$dir/s.json" --junit="$dir/j.xml" >"$dir/text" 2>&1
[[ $? == 1 ]] && grep -q '^bug: deadlock' "$dir/text" || fail "the report: $(head -n 1 "$dir/text")"
python3 - "$dir/s.json" "$dir/j.xml" <<'END' || fail "the documents are not what they should be"
import json, sys, xml.etree.ElementTree as tree
result = json.load(open(sys.argv[1]))["runs"][0]["results"][0]
assert result["ruleId"] == "deadlock", result
assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("bank.cpp"), result
assert len(result["codeFlows"][0]["threadFlows"]) == 3, result
suite = tree.parse(sys.argv[2]).getroot().find("testsuite")
assert suite.get("failures") == "1" and "deadlock" in suite.find("testcase/failure").get("message")
END
said=$("$MAZURKA" check "$dir/out/bank" --quiet --out "$dir/out" --sarif="$dir/missing/s.json" 2>&1 >/dev/null)
[[ $? == 2 && $said == "mazurka: cannot write '$dir/missing/s.json': No such file or directory" ]] || fail "a file that cannot be written: $said"

finish "the documents are there"
