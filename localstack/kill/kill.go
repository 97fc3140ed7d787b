// Package kill ends function processes of a local cloud, or copies of the one process, as a crashed environment ends. It finds them in
// /proc, so it needs Linux.
package kill

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Process is a warm environment of a function, or a copy.
type Process struct {
	PID  int
	Name string // e.g. herald-send, or the address of a copy
}

// Functions are those that the local cloud of this id has started and that still run.
func Functions(cloud int) ([]Process, error) { return children(cloud, "AWS_LAMBDA_FUNCTION_NAME=") }

// Copies are those that the program of this id has started and that still run.
func Copies(keeper int) ([]Process, error) { return children(keeper, "HERALD_LISTEN=") }

// children are the processes of a parent with a variable in their environment, which names them.
func children(of int, variable string) ([]Process, error) {
	folders, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil, err
	}
	if len(folders) == 0 {
		return nil, errors.New("processes are found in /proc: run this on Linux")
	}
	var out []Process
	for _, folder := range folders {
		environment, err := os.ReadFile(filepath.Join(folder, "environ"))
		if err != nil {
			continue // ended meanwhile, or of another user
		}
		for _, v := range strings.Split(string(environment), "\x00") {
			name, ok := strings.CutPrefix(v, variable)
			pid, _ := strconv.Atoi(filepath.Base(folder)) // the pattern matches digits only
			if ok && parent(pid) == of {
				out = append(out, Process{pid, name})
			}
		}
	}
	return out, nil
}

// Kill ends it at once; false when it had ended.
func (p Process) Kill() bool { return syscall.Kill(p.PID, syscall.SIGKILL) == nil }

// parent of a process; 0 when it has ended.
func parent(pid int) int {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // the name before it may hold anything
	fields := strings.Fields(rest)
	if len(fields) < 2 || fields[0] == "Z" {
		return 0
	}
	id, _ := strconv.Atoi(fields[1])
	return id
}
