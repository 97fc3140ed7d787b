package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// denialLog is the file, in the folder of a product, of the calls that the policies of roles refused.
const denialLog = "/denials.log"

// denial is a line of it.
type denial struct {
	Principal string   `json:"principal"`
	Action    string   `json:"action"`
	Resource  string   `json:"resource"`
	Keys      []string `json:"keys"`
}

// function is the name of the function that made the call; empty for another principal, such as a test of the policies themselves.
func (d *denial) function() string {
	name := d.Principal[strings.LastIndexByte(d.Principal, '/')+1:]
	if !strings.HasPrefix(name, stackName+"-") {
		return ""
	}
	return name
}

// withoutDenials runs a suite and fails when a function of the product was refused a call meanwhile: the suite itself may not notice.
func (r runner) withoutDenials(run func() error) error {
	path := r.path(r.folder) + denialLog
	before := int64(0)
	if info, err := os.Stat(path); err == nil {
		before = info.Size()
	}
	err := run()
	lines, failed := denialsOf(path, before)
	for _, line := range lines {
		fmt.Fprintln(r.out, line)
	}
	if len(lines) > 0 {
		failed = fmt.Errorf("functions were refused %d calls: grants are missing in a needs.tsv or in infra/grants.go", len(lines))
	}
	return errors.Join(err, failed)
}

// denialsOf describes the refused calls of functions in a log from an offset on, each once.
func denialsOf(path string, from int64) (lines []string, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for each := bufio.NewScanner(f); each.Scan(); {
		var d denial
		if err := json.Unmarshal(each.Bytes(), &d); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		line := fmt.Sprintf("denied: %s may not %s on %s, keys %q", d.function(), d.Action, d.Resource, d.Keys)
		if d.function() != "" && !known[line] {
			known[line] = true
			lines = append(lines, line)
		}
	}
	return lines, nil
}
