#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Measures how much faster than real time one core generates a scenario, by processor time: generation.sh GATEWAY [SCENARIO]
set -eu
gateway=$1
scenario=${2:-$(dirname "$0")/thirty-satellites.yaml}
seconds=$("$gateway" simulate "$scenario" --check | sed 's/.*: \([0-9.]*\) s$/\1/')
taken=$(bash -c 'TIMEFORMAT="%U %S"; { time "$1" simulate "$2" --output - >/dev/null; } 2>&1' - "$gateway" "$scenario")
echo "$seconds $taken" | awk '{
    rate = $1 / ($2 + $3)
    printf "generation: %.0f s of the scenario in %.2f s of processor time, %.0f times real time, goal 50%s\n",
        $1, $2 + $3, rate, rate < 50 ? "  MISSED" : ""
    exit rate < 50
}'
