package main

import (
	"encoding/json"
	"fmt"
	"testing"
)

// printed is a resource in a line, and each statement of its policy in a line of its own, under the resource's name.
func printed(t *testing.T, id string, r resource) []string {
	t.Helper()
	var properties map[string]json.RawMessage
	if err := json.Unmarshal(r.Properties, &properties); err != nil && len(r.Properties) > 0 {
		t.Fatal(err)
	}
	name := r.Type + " " + id
	var lines []string
	for _, key := range []string{"PolicyDocument", "AssumeRolePolicyDocument", "KeyPolicy"} {
		var document map[string]json.RawMessage
		var statements []json.RawMessage
		if json.Unmarshal(properties[key], &document) != nil || json.Unmarshal(document["Statement"], &statements) != nil {
			continue // it has none
		}
		for _, s := range statements {
			lines = append(lines, fmt.Sprintf("%s %s.Statement %s", name, key, s))
		}
		document["Statement"] = json.RawMessage(fmt.Sprintf(`"%d statements"`, len(statements)))
		properties[key] = marshal(t, document)
	}
	if len(lines) == 0 {
		return []string{fmt.Sprintf("%s %s", name, r.Properties)}
	}
	return append(lines, fmt.Sprintf("%s %s", name, marshal(t, properties)))
}

func marshal(t *testing.T, v any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
