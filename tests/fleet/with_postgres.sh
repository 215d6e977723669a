#!/usr/bin/env bash
# Runs a command with a PostgreSQL server of its own, whose address is in POSTGRES_URL.
set -uo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/postgres.sh"
start_cluster
"$@"
