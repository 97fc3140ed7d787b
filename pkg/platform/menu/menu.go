// Package menu is what a user may open: the built-in nodes, and the changes of admins to them (platform-services §2,
// §7; decisions §3).
package menu

import (
	"cmp"
	"encoding/json"
	"slices"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
)

// Types of a node, and of what a page opens (platform-services §2).
const (
	Directory = 0
	Page      = 1

	Internal = 1 // a module of the console, by uri
	Embedded = 2 // an external page within the console
	Link     = 3 // an external page in a new tab
)

// Entry is a node as it is kept.
type Entry struct {
	ID         string               `json:"id" dynamodbav:"id"`
	Parent     string               `json:"parentId" dynamodbav:"pa,omitempty"`
	Type       int                  `json:"type" dynamodbav:"ty"`
	TargetType int                  `json:"targetType" dynamodbav:"tt"`
	URI        string               `json:"uri" dynamodbav:"ur,omitempty"`
	Path       string               `json:"path" dynamodbav:"pt,omitempty"`
	Icon       string               `json:"icon" dynamodbav:"ic,omitempty"`
	Hidden     bool                 `json:"hidden" dynamodbav:"hi,omitempty"`
	Languages  map[i18n.Lang]string `json:"languages" dynamodbav:"la"`
	Permission string               `json:"permission" dynamodbav:"pe,omitempty"`
	Sort       int                  `json:"sort" dynamodbav:"so"`
	BuiltIn    bool                 `json:"-" dynamodbav:"-"`
	Types      []auth.Type          `json:"-" dynamodbav:"-"` // user types that a built-in node is for; empty: all
}

// shownTo tells whether a caller may open the node.
func (e *Entry) shownTo(p *auth.Principal) bool {
	return (e.Permission == "" || p.Can(e.Permission)) && (len(e.Types) == 0 || slices.Contains(e.Types, p.Type))
}

// title in a language; another one where it is missing.
func (e *Entry) title(lang i18n.Lang) string {
	return cmp.Or(e.Languages[lang], e.Languages[i18n.EnUS], e.Languages[i18n.ZhCN], e.ID)
}

// Nodes are the built-in ones.
type Nodes []Entry

// Read reads the nodes of modules. One with a permission is shown to those who have it, a directory when anything in it is; sort
// is spaced, so that others fit between; types are the user types that a node is for. It panics when a file is damaged: the files are
// part of the program.
func Read(rooms ...moduleparts.Parts) Nodes {
	var all Nodes
	for _, file := range moduleparts.All(rooms, "menu.json") {
		var some []struct {
			Entry
			Types []auth.Type `json:"types"`
		}
		if err := json.Unmarshal(file, &some); err != nil {
			panic(err)
		}
		for _, one := range some {
			one.Entry.BuiltIn, one.Entry.Types = true, one.Types
			all = append(all, one.Entry)
		}
	}
	return all
}

// step between two nodes.
const step = 10

// merge lays the stored entries over the built-in ones. Of a built-in node only place, name, icon and visibility are
// stored.
func (nodes Nodes) merge(kept []Entry) []Entry {
	out := []Entry(slices.Clone(nodes))
	for _, k := range kept {
		i := slices.IndexFunc(out, func(e Entry) bool { return e.ID == k.ID })
		if i < 0 {
			out = append(out, k)
			continue
		}
		out[i].Parent, out[i].Icon, out[i].Hidden, out[i].Languages, out[i].Sort = k.Parent, k.Icon, k.Hidden, k.Languages, k.Sort
	}
	ids := map[string]bool{"": true}
	for _, e := range out {
		ids[e.ID] = true
	}
	for i := range out {
		if !ids[out[i].Parent] { // its built-in directory is gone since a new version
			out[i].Parent = ""
		}
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.ID, b.ID)) })
	return out
}

// Node of the menu (decisions §10). Type 0 is a directory, 1 a page; targetType 1 an internal component loaded by uri,
// 2 an embedded page, 3 a link (platform-services §2).
type Node struct {
	ID         string               `json:"id"`
	Type       int                  `json:"type" enum:"0,1"`
	TargetType int                  `json:"targetType" enum:"1,2,3"`
	URI        string               `json:"uri" example:"user/Welcome" doc:"The module, or the URL of an external page."`
	Path       string               `json:"path"`
	Icon       string               `json:"icon"`
	Hidden     bool                 `json:"hidden"`
	Title      string               `json:"title" doc:"Text in the caller's language."`
	Languages  map[i18n.Lang]string `json:"languages"`
	Children   []Node               `json:"children"`
}

// visible is what a caller may open below a parent, with titles in a language.
func visible(all []Entry, parent string, p *auth.Principal, lang i18n.Lang) []Node {
	nodes := []Node{}
	for _, e := range all {
		if e.Parent != parent || !e.shownTo(p) {
			continue
		}
		n := Node{ID: e.ID, Type: e.Type, TargetType: e.TargetType, URI: e.URI, Path: e.Path, Icon: e.Icon, Hidden: e.Hidden,
			Title:     e.title(lang),
			Languages: e.Languages, Children: visible(all, e.ID, p, lang)}
		if n.Type == Directory && len(n.Children) == 0 {
			continue
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// VisibleTo gives the built-in nodes that a caller may open, before an admin's changes.
func (nodes Nodes) VisibleTo(p *auth.Principal, lang i18n.Lang) []Node {
	return visible(nodes.merge(nil), "", p, lang)
}
