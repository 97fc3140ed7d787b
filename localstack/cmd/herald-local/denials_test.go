package main

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
)

// A suite fails when a function was refused a call while it ran, and names function, action and key. Earlier
// refusals, and those of other principals, do not count.
func TestASuiteFailsForADeniedCall(t *testing.T) {
	folder := t.TempDir()
	said := &bytes.Buffer{}
	r := runner{project: project(folder), out: said, folder: "."}
	write := func(principals ...string) {
		f, err := os.OpenFile(folder+denialLog, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for _, p := range principals {
			if _, err := f.WriteString(`{"principal":"arn:aws:sts::000000000000:assumed-role/R/` +
				p + `","action":"dynamodb:PutItem","resource":"arn:aws:dynamodb:::table/herald-campaign","keys":["O#1"]}` + "\n"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := r.withoutDenials(func() error { return nil }); err != nil {
		t.Errorf("without a log: %v", err)
	}
	write("herald-aty")
	broken := errors.New("broken")
	if err := r.withoutDenials(func() error { write("held"); return broken }); !errors.Is(err, broken) || said.Len() > 0 {
		t.Errorf("%v, %s", err, said)
	}
	err := r.withoutDenials(func() error { write("herald-gc", "herald-gc"); return nil })
	if err == nil || strings.Count(said.String(), "\n") != 1 ||
		!strings.Contains(said.String(), `herald-gc may not dynamodb:PutItem on arn:aws:dynamodb:::table/herald-campaign, keys ["O#1"]`) {
		t.Errorf("%v, %s", err, said)
	}
}
