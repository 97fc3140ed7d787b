package session

import (
	_ "embed"
	"encoding/json"
	"sync"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
)

// menuFile is the whole menu as data: a node with a permission is shown to those who have it, a directory when anything in it is.
//
//go:embed menu.json
var menuFile []byte

// Node of the menu (decisions §10). Type 0 is a directory, 1 a page; targetType 1 an internal component loaded by uri,
// 2 an embedded page, 3 a link (platform-services §2).
type Node struct {
	ID         string               `json:"id"`
	Type       int                  `json:"type" enum:"0,1"`
	TargetType int                  `json:"targetType" enum:"1,2,3"`
	URI        string               `json:"uri" example:"user/Welcome"`
	Path       string               `json:"path"`
	Icon       string               `json:"icon"`
	Hidden     bool                 `json:"hidden"`
	Title      string               `json:"title" doc:"in the caller's language"`
	Languages  map[i18n.Lang]string `json:"languages"`
	Children   []Node               `json:"children"`
}

type entry struct {
	Node
	Permission string  `json:"permission"`
	Children   []entry `json:"children"`
}

var menu = sync.OnceValues(func() ([]entry, error) {
	var all []entry
	return all, json.Unmarshal(menuFile, &all)
})

// Menu is what a caller may open, with titles in a language.
func Menu(p *auth.Principal, lang i18n.Lang) ([]Node, error) {
	all, err := menu()
	return visible(all, p, lang), err
}

func visible(entries []entry, p *auth.Principal, lang i18n.Lang) []Node {
	nodes := []Node{}
	for _, e := range entries {
		if e.Permission != "" && !p.Can(e.Permission) {
			continue
		}
		n := e.Node
		n.Title, n.Children = e.Languages[lang], visible(e.Children, p, lang)
		if n.Type == 0 && len(n.Children) == 0 {
			continue
		}
		nodes = append(nodes, n)
	}
	return nodes
}
