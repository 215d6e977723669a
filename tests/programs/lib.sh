# shellcheck shell=bash
# The programs under tests/programs, and what the comment at the top of each says. Only bash itself does the reading: there are
# hundreds of them, and a process costs as much as checking one.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/lib.sh"

# The lines of the comment (check.sh tells what they mean), of a program or of its fixed twin, in `headers`: a line
# "// fixed: ..." says what is expected of the program with -DFIXED, and those below it are about that. Flags, arguments and
# options are the same for both unless there are others below.
declare -A headers

read_headers() {  # file, "program" or "fixed"
  local line key value key_line='^// ([a-z]+): *(.*)$'
  headers=()
  while IFS= read -r line && [[ $line == //* ]]; do
    if [[ $line =~ $key_line ]]; then
      key=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
      case $key in
        fixed)
          [[ $2 == program ]] && break
          headers=([expect]=$value [flags]=${headers[flags]-} [args]=${headers[args]-} [options]=${headers[options]-}
            [input]=${headers[input]-} [peer]=${headers[peer]-})
          ;;
        toy) headers[toy]=${headers[toy]-}$value$'\n' ;;
        peer) headers[peer]=${headers[peer]-}$value$'\n' ;;
        *) headers[$key]=$value ;;
      esac
    elif [[ -n ${headers[count]-} ]]; then
      headers[count]+=" ${line#//}"
    fi
  done <"$1"
  if [[ -n ${headers[peer]-} && -n ${dir-} ]]; then
    printf '%s' "${headers[peer]}" >"$dir/peer"
    headers[options]+=" --peer=$dir/peer"
  fi
  [[ $2 == program ]] || headers[flags]="${headers[flags]-} -DFIXED"
  # The library's headers are twice as long in C++20, and most of a test's time is spent on reading them.
  if [[ $1 == *.cpp && ${headers[flags]-} != *-std=* && -z ${WHOLE-} ]]; then headers[flags]="-std=gnu++17 ${headers[flags]-}"; fi
}

# Of "verified 4" or "bug deadlock 4": the verdict, the kind of bug and the number of executions, if there is one.
read_expected() {  # text
  read -r expected_verdict expected_kind expected_count <<<"$1"
  [[ $expected_verdict == bug ]] || expected_count=$expected_kind expected_kind=
}

# How a program or its twin is called in messages.
name_of() {  # file, "program" or "fixed"
  name=${1#"$SOURCE_DIR"/tests/programs/}
  [[ $2 == program ]] || name+=" with -DFIXED"
}

# What is done with half of the programs only, chosen by their names, is done with all if WHOLE is set.
is_in_sample() { [[ -n ${WHOLE-} ]] || ((${#name} % ${1:-2} == 0)); }  # one of how many, else of two

# Fills `cases` with pairs: a program, and "program" or "fixed". A program with a repair in it says what that gives.
find_cases() {  # words that a program's path must contain (any of them; all programs if there is none)
  local file word text
  cases=()
  while IFS= read -r file; do
    for word in "${@:-}"; do
      [[ ${file#"$SOURCE_DIR/tests/"} == *"$word"* ]] || continue
      text=$(<"$file")
      cases+=("$file" program)
      if [[ $text == *$'\n// fixed: '* ]]; then
        cases+=("$file" fixed)
      elif [[ $text =~ \#\ *ifn?def\ FIXED ]]; then
        fail "$file has '#ifdef FIXED', but no line '// fixed: ...' says what that gives"
      fi
      break
    done
  done < <(find "$SOURCE_DIR/tests/programs" -type f \( -name '*.c' -o -name '*.cpp' \) | sort)
  ((${#cases[@]} > 0)) || { echo "no program has '$*' in its path"; exit 1; }
}
