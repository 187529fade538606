// SPDX-License-Identifier: Apache-2.0

// Records the instructions that a thread executes from one return of poll() to the next call: step THREAD FILE.
// FILE gets two 64-bit numbers for each instruction: its address and the stack pointer. Linux, x86-64.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/user.h>
#include <sys/wait.h>

enum { callPoll = 7, callRestart = 219, callPpoll = 271, epochsBefore = 6, mostInstructions = 20000000 };

// Continues until the thread stops; returns 0 once it has ended.
static int go(int how, pid_t thread, struct user_regs_struct *registers) {
    int status = 0;
    if (ptrace(how, thread, 0, 0) != 0 || waitpid(thread, &status, __WALL) < 0 || !WIFSTOPPED(status)) return 0;
    return ptrace(PTRACE_GETREGS, thread, 0, registers) == 0;
}

// Tells whether the next instruction calls poll().
static int calls_poll(pid_t thread, const struct user_regs_struct *registers) {
    if (registers->rax != callPoll && registers->rax != callPpoll) return 0;
    return (ptrace(PTRACE_PEEKTEXT, thread, registers->rip, 0) & 0xffff) == 0x050f;
}

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "usage: step THREAD FILE\n"), 2;
    pid_t thread = atoi(arguments[1]);
    FILE *file = fopen(arguments[2], "wb");
    if (!file) return perror(arguments[2]), 1;
    struct user_regs_struct registers;
    if (ptrace(PTRACE_SEIZE, thread, 0, 0) != 0 || ptrace(PTRACE_INTERRUPT, thread, 0, 0) != 0) {
        return perror("ptrace"), 1;
    }
    int status = 0;
    waitpid(thread, &status, __WALL);
    // The thread stops at the beginning of each call, with rax = -ENOSYS, and at its end.
    for (int left = epochsBefore; left > 0;) {
        if (!go(PTRACE_SYSCALL, thread, &registers)) return fprintf(stderr, "step: the thread has ended\n"), 1;
        long call = (long)registers.orig_rax, result = (long)registers.rax;
        if ((call == callPoll || call == callPpoll || call == callRestart) && result > 0) left -= 1;
    }
    for (long done = 0; done < mostInstructions; done += 1) {
        if (!go(PTRACE_SINGLESTEP, thread, &registers)) return fprintf(stderr, "step: the thread has ended\n"), 1;
        uint64_t record[2] = {registers.rip, registers.rsp};
        if (fwrite(record, sizeof record, 1, file) != 1) return perror(arguments[2]), 1;
        if (calls_poll(thread, &registers)) break;
    }
    ptrace(PTRACE_DETACH, thread, 0, 0);
    return fclose(file) == 0 ? 0 : 1;
}
