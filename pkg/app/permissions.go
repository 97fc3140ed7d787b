package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"herald/pkg/kit/web"
	"herald/pkg/platform/role"
)

// permissionTable is read off the OpenAPI document, which is generated from the mounted routes: a function that serves one
// group knows the permissions of all.
func permissionTable() ([]role.Line, error) {
	permissionLines.Do(func() { permissionLines.all, permissionLines.err = readPermissions() })
	return permissionLines.all, permissionLines.err
}

// permissionLines has no initial value that names the document: a function that does not use it need not carry it.
var permissionLines struct {
	sync.Once
	all []role.Line
	err error
}

func readPermissions() ([]role.Line, error) {
	var doc struct {
		Paths map[string]map[string]struct {
			Summary    string `json:"summary"`
			Permission string `json:"x-permission"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		return nil, fmt.Errorf("permission table: %w", err)
	}
	var lines []role.Line
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(doc.Paths[path])) {
			op := doc.Paths[path][method]
			if op.Permission != web.Public && op.Permission != web.SignedIn && op.Permission != "" {
				lines = append(lines, role.Line{Permission: op.Permission, Method: strings.ToUpper(method), Path: path, Summary: op.Summary})
			}
		}
	}
	return lines, nil
}
