#pragma once

// Does a job on the thread that starts processes, which lives as long as this process: the death signal of a child
// follows the thread that started it. Answers what the job answers.
int launcher_run(int (*job)(void *context), void *context);
