package main

import (
	"bytes"
	"os"
	"testing"
)

// docs/scale.md is what the command writes.
func TestTheDocumentIsWhatTheModelSays(t *testing.T) {
	var out bytes.Buffer
	write(&out)
	stands, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(stands, out.Bytes()) {
		t.Error("docs/scale.md is another one: go run ./bench/scale > docs/scale.md")
	}
}

// What is sent is what was ordered, and each message has its statuses.
func TestNothingIsLostInTheSimulation(t *testing.T) {
	of := monthOf(1e7, 2)
	ordered, sent, statuses := 0.0, 0.0, 0.0
	for _, c := range of.campaigns {
		ordered += c.recipients
	}
	simulate(of, func(f flow) { sent += f.sent; statuses += f.statuses })
	if ordered < 0.99e7 || sent < ordered*0.99 || sent > ordered {
		t.Errorf("%.0f ordered, %.0f sent", ordered, sent)
	}
	if ratio := statuses / sent; ratio < statusesOf*0.9 || ratio > statusesOf {
		t.Errorf("%.2f statuses a message", ratio)
	}
}
