#pragma once

// Runs a job on the thread that starts processes and returns its result. The thread lives as long
// as this process, because the death signal of a child depends on the thread that started it.
int launcher_run(int (*job)(void *context), void *context);
