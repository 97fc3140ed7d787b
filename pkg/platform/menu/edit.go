package menu

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/link"
)

var (
	pathForm = lazyregexp.New(`^(/[a-zA-Z0-9][a-zA-Z0-9-]*)+$`)
	uriForm  = lazyregexp.New(`^[a-zA-Z0-9][a-zA-Z0-9/_-]{0,63}$`)
	iconForm = lazyregexp.New(`^([a-z][a-z0-9-]{0,31})?$`)
)

// reserved are the console's own addresses (platform-services §2).
var reserved = []string{"user", "redirect", "api", "ws", "403", "404", "500"}

const (
	maxTitle = 30
	maxPath  = 128
	maxURL   = 1024
	maxLevel = 3
	maxOwn   = 200
)

// at gives the place of a node; -1 for none.
func at(all []Entry, id string) int {
	return slices.IndexFunc(all, func(e Entry) bool { return e.ID == id })
}

// check refuses a node among the others, which do not hold it. Keys: menu.title, menu.icon, menu.permission, menu.path,
// menu.pathTaken, menu.uri, menu.url, menu.parent, menu.loop, menu.deep.
func (r *Service) check(e *Entry, others []Entry) error {
	if err := r.checkSelf(e); err != nil {
		return err
	}
	top, _, _ := strings.Cut(strings.TrimPrefix(e.Path, "/"), "/")
	taken := slices.Contains(reserved, top) ||
		slices.ContainsFunc(others, func(o Entry) bool { return e.Path != "" && o.Path == e.Path && o.ID != e.ID })
	if taken {
		return fault.Bad("path", "menu.pathTaken", "path", e.Path)
	}
	level := 1 + below(others, e.ID)
	for id := e.Parent; id != ""; level++ {
		if id == e.ID {
			return fault.Bad("parentId", "menu.loop")
		}
		i := at(others, id)
		if i < 0 || others[i].Type != Directory {
			return fault.Bad("parentId", "menu.parent")
		}
		if level > len(others) {
			return fault.Bad("parentId", "menu.loop")
		}
		id = others[i].Parent
	}
	if level > maxLevel {
		return fault.Bad("parentId", "menu.deep", "n", maxLevel)
	}
	return nil
}

// below is how many levels are below a node.
func below(all []Entry, id string) int {
	deep := 0
	for _, e := range all {
		if e.Parent == id && e.ID != id {
			deep = max(deep, 1+below(slices.DeleteFunc(slices.Clone(all), func(o Entry) bool { return o.ID == id }), e.ID))
		}
	}
	return deep
}

func (r *Service) checkSelf(e *Entry) error {
	for _, lang := range i18n.Langs {
		if n := utf8.RuneCountInString(e.Languages[lang]); n == 0 || n > maxTitle {
			return fault.Bad("languages", "menu.title", "n", maxTitle)
		}
	}
	if !iconForm.MatchString(e.Icon) {
		return fault.Bad("icon", "menu.icon")
	}
	if e.Permission != "" && !slices.Contains(r.Permissions, e.Permission) {
		return fault.Bad("permission", "menu.permission", "permission", e.Permission)
	}
	if (e.Path != "" || e.Type == Page && e.TargetType != Link) && (!pathForm.MatchString(e.Path) || len(e.Path) > maxPath) {
		return fault.Bad("path", "menu.path")
	}
	switch {
	case e.Type == Directory:
	case e.TargetType == Internal && !uriForm.MatchString(e.URI):
		return fault.Bad("uri", "menu.uri")
	case e.TargetType != Internal && !external(e.URI):
		return fault.Bad("uri", "menu.url")
	}
	return nil
}

func external(text string) bool {
	_, ok := link.Parse(text)
	return ok && len(text) <= maxURL
}

func (e *Entry) normalize() {
	for _, text := range []*string{&e.ID, &e.Parent, &e.URI, &e.Path, &e.Icon, &e.Permission} {
		*text = strings.TrimSpace(*text)
	}
	named := map[i18n.Lang]string{}
	for _, lang := range i18n.Langs {
		named[lang] = strings.TrimSpace(e.Languages[lang])
	}
	e.Languages = named
	if e.Type == Directory {
		e.TargetType, e.URI = Internal, ""
	}
}

// add makes a node of the admins' own, behind the others of its directory unless it says where.
func (r *Service) add(ctx context.Context, e Entry) (Entry, error) {
	e.normalize()
	e.ID, e.BuiltIn = r.NewID(ctx), false
	return e, r.change(ctx, func(all []Entry) ([]Entry, error) {
		own, last := 0, 0
		for _, o := range all {
			if !o.BuiltIn {
				own++
			}
			if o.Parent == e.Parent {
				last = max(last, o.Sort)
			}
		}
		if e.Sort == 0 {
			e.Sort = last + step
		}
		if own >= maxOwn {
			return nil, fault.State("menu.tooMany", "n", maxOwn)
		}
		return []Entry{e}, r.check(&e, all)
	})
}

// edit changes a node; it gives it before and after. Faults: 404, menu.builtInField, those of check.
func (r *Service) edit(ctx context.Context, e Entry) (before, after Entry, err error) {
	e.normalize()
	err = r.change(ctx, func(all []Entry) ([]Entry, error) {
		i := at(all, e.ID)
		if i < 0 {
			return nil, fault.Missing()
		}
		before = all[i]
		e.BuiltIn = before.BuiltIn
		if e.Sort == 0 {
			e.Sort = before.Sort
		}
		if e.BuiltIn && (e.Type != before.Type || e.TargetType != before.TargetType || e.URI != before.URI || e.Path != before.Path ||
			e.Permission != before.Permission) {
			return nil, fault.Bad("id", "menu.builtInField")
		}
		if before.Type != e.Type && slices.ContainsFunc(all, func(o Entry) bool { return o.Parent == e.ID }) {
			return nil, fault.Bad("type", "menu.children")
		}
		return []Entry{e}, r.check(&e, slices.Delete(slices.Clone(all), i, i+1))
	})
	return before, e, err
}

// drop deletes a node. Faults: 404, menu.builtIn, menu.children (409).
func (r *Service) drop(ctx context.Context, id string) (gone Entry, err error) {
	err = r.remove(ctx, id, func(all []Entry) error {
		i := at(all, id)
		switch {
		case i < 0:
			return fault.Missing()
		case all[i].BuiltIn:
			return fault.State("menu.builtIn")
		case slices.ContainsFunc(all, func(o Entry) bool { return o.Parent == id }):
			return fault.State("menu.children")
		}
		gone = all[i]
		return nil
	})
	return gone, err
}

// order puts the nodes of a directory into an order; those that come from elsewhere are moved into it.
func (r *Service) order(ctx context.Context, parent string, ids []string) error {
	return r.change(ctx, func(all []Entry) ([]Entry, error) {
		var out []Entry
		for n, id := range ids {
			i := at(all, id)
			if i < 0 {
				return nil, fault.Missing()
			}
			if slices.Contains(ids[:n], id) {
				return nil, fault.Bad("ids", "menu.order")
			}
			e := all[i]
			e.Parent, e.Sort = parent, (n+1)*step
			if err := r.check(&e, slices.Delete(slices.Clone(all), i, i+1)); err != nil {
				return nil, err
			}
			out = append(out, e)
		}
		if slices.ContainsFunc(all, func(e Entry) bool { return e.Parent == parent && !slices.Contains(ids, e.ID) }) {
			return nil, fault.Bad("ids", "menu.order")
		}
		return out, nil
	})
}
