package sim

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schemas check the requests of an API: a JSON document whose "requests" are JSON schemas by name.
type Schemas func() map[string]*jsonschema.Schema

// NewSchemas compiles a document at its first use, once for all simulators of the process.
func NewSchemas(document []byte) Schemas {
	const address = "file:///requests.json"
	return sync.OnceValue(func() map[string]*jsonschema.Schema {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
		if err != nil {
			panic("sim: the embedded schema is not JSON: " + err.Error())
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource(address, doc); err != nil {
			panic("sim: " + err.Error())
		}
		compiled := make(map[string]*jsonschema.Schema)
		for name := range doc.(map[string]any)["requests"].(map[string]any) {
			compiled[name] = compiler.MustCompile(address + "#/requests/" + name)
		}
		return compiled
	})
}

// Check looks at a decoded request body; the error says in one line what is wrong where.
func (s Schemas) Check(name string, body any) error {
	schema, known := s()[name]
	if !known {
		return fmt.Errorf("there is no request %q", name)
	}
	err := schema.Validate(body)
	if err == nil {
		return nil
	}
	lines := strings.Split(err.Error(), "\n")
	return fmt.Errorf("%s", strings.TrimSpace(lines[len(lines)-1]))
}
