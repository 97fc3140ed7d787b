package e2e_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

type operation struct {
	OperationID string `json:"operationId"`
	Summary     string
	Permission  string `json:"x-permission"`
	Parameters  []struct {
		Name, In string
		Required bool
	}
	Responses map[string]any
}

var inPath = regexp.MustCompile(`\{(\w+)\}`)

// The document of all groups is served, and a generator of clients can read it: OpenAPI 3.1, unique operations, every path
// parameter declared, every reference resolved, every schema a JSON schema.
func TestOpenAPI(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	a := must(p.Client().Do(ctx, http.MethodGet, "/openapi.json", nil))(t)
	if a.Status != 200 || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/") {
		t.Fatalf("%d %s", a.Status, a.Header.Get("Content-Type"))
	}
	var doc struct {
		OpenAPI    string
		Info       struct{ Title, Version string }
		Paths      map[string]map[string]operation
		Components struct{ Schemas map[string]any }
	}
	check(t, json.Unmarshal(a.Raw, &doc))
	if !strings.HasPrefix(doc.OpenAPI, "3.1.") || doc.Info.Title == "" || doc.Info.Version == "" {
		t.Errorf("%s %+v", doc.OpenAPI, doc.Info)
	}
	seen := map[string]string{}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			if other := seen[op.OperationID]; other != "" || op.OperationID == "" {
				t.Errorf("%s %s: operation id %q is also %s", method, path, op.OperationID, other)
			}
			seen[op.OperationID] = path
			if op.Summary == "" || op.Permission == "" || len(op.Responses) == 0 {
				t.Errorf("%s %s: %+v", method, path, op)
			}
			for _, name := range inPath.FindAllStringSubmatch(path, -1) {
				declared := false
				for _, parameter := range op.Parameters {
					declared = declared || parameter.In == "path" && parameter.Name == name[1] && parameter.Required
				}
				if !declared {
					t.Errorf("%s %s: %s is not declared", method, path, name[1])
				}
			}
		}
	}
	for _, path := range []string{"/oauth/login", "/aty/customerinfo", "/aty/contactsgroup/{id}/import", "/gc/groupsendorder",
		"/gc/groupsendorder/{id}/targets/page", "/uf/uploadfile", "/pi/personal/info"} {
		if doc.Paths[path] == nil {
			t.Errorf("%s is missing", path)
		}
	}
	var whole any
	check(t, json.Unmarshal(a.Raw, &whole))
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	check(t, compiler.AddResource("https://herald.test/openapi.json", whole))
	for name := range doc.Components.Schemas {
		if _, err := compiler.Compile("https://herald.test/openapi.json#/components/schemas/" + name); err != nil {
			t.Errorf("schema %s: %v", name, err)
		}
	}
	for _, reference := range references(whole) {
		name, ok := strings.CutPrefix(reference, "#/components/schemas/")
		if !ok || doc.Components.Schemas[name] == nil {
			t.Errorf("%s leads nowhere", reference)
		}
	}
}

func references(node any) (all []string) {
	switch n := node.(type) {
	case map[string]any:
		for key, value := range n {
			if text, ok := value.(string); ok && key == "$ref" {
				all = append(all, text)
			}
			all = append(all, references(value)...)
		}
	case []any:
		for _, value := range n {
			all = append(all, references(value)...)
		}
	}
	return all
}
