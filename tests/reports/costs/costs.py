"""What a command costs: costs.py COMMAND...: its exit code, the processor seconds of it and its children, and the peak of its own memory in MB."""
import os
import resource
import subprocess
import sys
import threading


def peak_of(process, peak, is_over):
    while not is_over.wait(0.003):
        try:
            with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
                peak[0] = max([peak[0]] + [int(line.split()[1]) for line in file if line.startswith("VmHWM")])
        except OSError:
            return


def main():
    with open(os.devnull, "rb") as nothing:
        process = subprocess.Popen(sys.argv[1:], stdin=nothing, stdout=sys.stderr)
    peak, is_over = [0], threading.Event()
    watcher = threading.Thread(target=peak_of, args=(process, peak, is_over))
    watcher.start()
    process.wait()
    is_over.set()
    watcher.join()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(process.returncode, f"{used.ru_utime + used.ru_stime:.2f}", (peak[0] + 1023) // 1024)


main()
