package main

import "syscall"

// ownGroup gives a child its own process group. A lasting one also ends when this process is killed.
func ownGroup(lasting bool) *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{Setpgid: true}
	if lasting {
		attributes.Pdeathsig = syscall.SIGTERM
	}
	return attributes
}
