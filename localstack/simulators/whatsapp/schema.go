package whatsappsim

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaFile holds the facts of the API's formats (its $meta names the source and every correction).
//
//go:embed schema/cloud-api.json
var schemaFile []byte

const schemaURL = "file:///cloud-api.json"

// schemas compiles the request schemas once for all simulators of the process.
var schemas = sync.OnceValue(func() map[string]*jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaFile))
	if err != nil {
		panic("whatsappsim: the embedded schema is not JSON: " + err.Error())
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(schemaURL, doc); err != nil {
		panic("whatsappsim: " + err.Error())
	}
	compiled := make(map[string]*jsonschema.Schema)
	for name := range doc.(map[string]any)["requests"].(map[string]any) {
		compiled[name] = compiler.MustCompile(schemaURL + "#/requests/" + name)
	}
	return compiled
})

// conforms checks a decoded request body; the error says in one line what is wrong where.
func conforms(name string, body any) error {
	schema, known := schemas()[name]
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
