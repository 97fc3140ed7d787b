package trial

import "syscall"

// endTogether makes a process end with its parent, also when that is killed: the trial would serve on, and the next one be refused. The
// signal is one of its own, as the kernel sends it once for each thread of the parent, and a second SIGTERM ends at once.
func endTogether(a *syscall.SysProcAttr) { a.Pdeathsig = Orphaned }
