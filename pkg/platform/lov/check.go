package lov

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/lazyregexp"
)

const (
	maxDefinitions = 300
	maxChecked     = 500
	maxTitle       = 60
)

var (
	keywordForm = lazyregexp.New(`^[a-z][a-z0-9_]{1,39}$`)
	fieldForm   = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_.]{0,49}$`)
	pathForm    = lazyregexp.New(`^(/[A-Za-z0-9_-]+)+$`)
)

// check applies the rules of platform-services §5 to a definition and completes its texts.
func (r *Service) check(ctx context.Context, d *Definition) error {
	d.Keyword, d.URL, d.Key = strings.TrimSpace(d.Keyword), strings.TrimSpace(d.URL), strings.TrimSpace(d.Key)
	if !keywordForm.MatchString(d.Keyword) {
		return fault.Bad("keyword", "lov.keyword")
	}
	if d.Keyword == Preview {
		return fault.Bad("keyword", "lov.reserved", "keyword", Preview)
	}
	if err := checkTitle("title", &d.Title, d.Languages); err != nil {
		return err
	}
	if err := r.checkList(d); err != nil {
		return err
	}
	for field, name := range map[string]string{"key": d.Key, "retField": d.RetField, "ret": d.Ret} {
		if (name != "" || field == "key") && !fieldForm.MatchString(name) {
			return fault.Bad(field, "lov.field")
		}
	}
	if !isObject(d.FixedParams) {
		return fault.Bad("fixedParams", "lov.object")
	}
	if len(d.BodyList) == 0 { // null passes a bound on the number of items
		return fault.Bad("bodyList", "web.valid.minItems", "n", 1)
	}
	if err := r.checkColumns(ctx, d.BodyList); err != nil {
		return err
	}
	return r.checkSearch(ctx, d.SearchList)
}

// checkList holds the url to the lists that the running system has: so a picker calls no other host and no other route.
func (r *Service) checkList(d *Definition) error {
	switch {
	case !pathForm.MatchString(d.URL):
		return fault.Bad("url", "lov.url")
	case d.Method == "GET" && d.Position == "body":
		return fault.Bad("position", "lov.position")
	case !r.List(d.Method, d.URL):
		return fault.Bad("url", "lov.route", "method", d.Method, "url", d.URL)
	}
	return nil
}

func (r *Service) checkColumns(ctx context.Context, columns []Column) error {
	var seen []string
	for i := range columns {
		c, at := &columns[i], func(name string) string { return fmt.Sprintf("bodyList[%d].%s", i, name) }
		if !fieldForm.MatchString(c.Field) {
			return fault.Bad(at("field"), "lov.field")
		}
		if slices.Contains(seen, c.Field) {
			return fault.Bad(at("field"), "lov.twice", "field", c.Field)
		}
		seen = append(seen, c.Field)
		if err := checkTitle(at("title"), &c.Title, c.Languages); err != nil {
			return err
		}
		if !isObject(c.Property) {
			return fault.Bad(at("property"), "lov.object")
		}
		if err := r.checkDict(ctx, at("dictCode"), c.DictCode); err != nil {
			return err
		}
	}
	return nil
}

func (r *Service) checkSearch(ctx context.Context, list []Search) error {
	var seen []string
	for i := range list {
		s, at := &list[i], func(name string) string { return fmt.Sprintf("searchList[%d].%s", i, name) }
		if !fieldForm.MatchString(s.Field) {
			return fault.Bad(at("field"), "lov.field")
		}
		if slices.Contains(seen, s.Field) {
			return fault.Bad(at("field"), "lov.twice", "field", s.Field)
		}
		seen = append(seen, s.Field)
		if err := checkTitle(at("label"), &s.Label, s.Languages); err != nil {
			return err
		}
		switch {
		case s.Tag == DictSelect && s.DictCode == "":
			return fault.Bad(at("dictCode"), "lov.dictMissing")
		case s.Tag == Select && len(s.Options) == 0:
			return fault.Bad(at("options"), "lov.options")
		case s.Min != nil && s.Max != nil && *s.Min > *s.Max:
			return fault.Bad(at("max"), "lov.bounds")
		}
		if err := r.checkDict(ctx, at("dictCode"), s.DictCode); err != nil {
			return err
		}
	}
	return nil
}

func (r *Service) checkDict(ctx context.Context, field, code string) error {
	if code == "" {
		return nil
	}
	known, err := r.Dict(ctx, code)
	if err == nil && !known {
		err = fault.Bad(field, "lov.dict", "code", code)
	}
	return err
}

// checkTitle takes the first text of the languages for a title that is missing.
func checkTitle(field string, title *string, languages map[i18n.Lang]string) error {
	*title = strings.TrimSpace(*title)
	for _, lang := range append([]i18n.Lang{i18n.EnUS}, i18n.Langs...) {
		if *title == "" {
			*title = strings.TrimSpace(languages[lang])
		}
	}
	for lang, text := range languages {
		if !slices.Contains(i18n.Langs, lang) || utf8.RuneCountInString(text) > maxTitle {
			return fault.Bad(field, "lov.title", "max", maxTitle)
		}
	}
	if *title == "" {
		return fault.Bad(field, "lov.title", "max", maxTitle)
	}
	return nil
}

// isObject reports JSON text of an object; nothing at all is one, too.
func isObject(text string) bool {
	if strings.TrimSpace(text) == "" {
		return true
	}
	var o map[string]json.RawMessage
	return json.Unmarshal([]byte(text), &o) == nil && o != nil
}
