package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The shared binary must do what the function's own would.
func TestSharedMainIsTheFunctions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "functions.go")
	if err := project("../../..").writeShared(file, functions()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"case \"gc\":\n\t\tapp.ServeHTTP(app.Listed(app.GC), excel.Engine{})\n", "case \"send\":\n\t\tapp.ServeQueue(app.SendTasks)\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if out, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestMainThatDoesMoreIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "main.go")
	source := "package main\n\nimport \"herald/pkg/app\"\n\nfunc main() {\n\tprintln()\n\tapp.ServeHTTP(app.Listed(app.GC), excel.Engine{})\n}\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := mainOf(file); err == nil {
		t.Error("a main of two statements was taken")
	}
}
