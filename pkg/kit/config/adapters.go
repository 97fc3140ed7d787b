package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"herald/pkg/app/manifest"
)

// Adapters has the settings and secrets of the provider adapters, by the names that the adapters' descriptors give them.
type Adapters struct{ values map[string]string }

// readAdapters reads the settings. A value that is not of its kind is an error.
func readAdapters() (a Adapters, err error) {
	a.values = map[string]string{}
	for _, s := range manifest.Settings() {
		value := os.Getenv(s.Env())
		if value == "" {
			continue
		}
		if err := checkSetting(s, value); err != nil {
			return a, err
		}
		a.values[s.Name] = value
	}
	return a, nil
}

// Set gives settings and secrets other values. Copies of a keep theirs.
func (a *Adapters) Set(values map[string]string) {
	all := maps.Clone(a.values)
	if all == nil {
		all = map[string]string{}
	}
	for name, value := range values {
		if strings.Contains(name, "/") {
			secretOf(name)
		} else {
			settingOf(name)
		}
		all[name] = value
	}
	a.values = all
}

// Used reports an adapter that has the setting without which it is not used.
func (a Adapters) Used(adapter string) bool {
	all := manifest.Adapters()
	i := slices.IndexFunc(all, func(d manifest.Adapter) bool { return d.Name == adapter })
	if i < 0 {
		panic("config: no descriptor has the name " + adapter)
	}
	return all[i].UsedWith == "" || a.Text(all[i].UsedWith) != ""
}

// Text is the value of a setting, or its default. A name that no descriptor has is an error of the program.
func (a Adapters) Text(name string) string { return first(a.values[name], settingOf(name).Default) }

func settingOf(name string) manifest.Setting {
	all := manifest.Settings()
	i := slices.IndexFunc(all, func(s manifest.Setting) bool { return s.Name == name })
	if i < 0 {
		panic("config: no descriptor has the setting " + name)
	}
	return all[i]
}

// Number is the value of a setting that is a number; 0 without a value and default.
func (a Adapters) Number(name string) int {
	n, err := strconv.Atoi(first(a.Text(name), "0"))
	if err != nil {
		panic(fmt.Sprintf("config: %s: %v", name, err)) // readAdapters refused it
	}
	return n
}

// List is the value of a setting that commas divide.
func (a Adapters) List(name string) []string { return split(a.Text(name)) }

// Secret is the value of a secret; empty when the function does not read it, or the adapter is not used.
func (a Adapters) Secret(name string) string {
	secretOf(name)
	if value := a.values[name]; value != "{}" {
		return value
	}
	return ""
}

// Object reads a secret that is an object into the fields of into. The error does not show the text.
func (a Adapters) Object(name string, into any) error {
	value := a.Secret(name)
	if value == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(value), into); err != nil {
		return fmt.Errorf("config: %s is no object of secrets", name)
	}
	return nil
}

func secretOf(name string) manifest.Secret {
	all := manifest.Secrets()
	i := slices.IndexFunc(all, func(s manifest.Secret) bool { return s.Name == name })
	if i < 0 {
		panic("config: no descriptor has the secret " + name)
	}
	return all[i]
}

// take keeps a secret whose value has the form of the descriptor's example.
func (a *Adapters) take(s manifest.Secret, value string) error {
	switch {
	case s.IsObject():
		var example, given any
		if json.Unmarshal(s.Example, &example) != nil || json.Unmarshal([]byte(value), &given) != nil || !sameFields(example, given) {
			return fmt.Errorf("config: %s is no object of secrets", s.Name) // never with the text
		}
	case value != "" && value != "{}" && len(value) < s.Least:
		return fmt.Errorf("config: %s must have at least %d characters", s.Name, s.Least)
	}
	a.Set(map[string]string{s.Name: value})
	return nil
}

// sameFields reports an object whose fields have the types of those of the example. Other fields may be there, and fields may be
// missing.
func sameFields(example, given any) bool {
	fields, ok := given.(map[string]any)
	if !ok {
		return false
	}
	for name, like := range example.(map[string]any) {
		if !sameType(like, fields[name]) {
			return false
		}
	}
	return true
}

// sameType reports a text like a text, a list of texts like a list, and an object whose values are like those of the example's: texts, if
// it has none.
func sameType(like, given any) bool {
	isText := func(v any) bool { _, ok := v.(string); return ok }
	switch given := given.(type) {
	case nil:
		return true
	case string:
		return isText(like)
	case []any:
		_, list := like.([]any)
		return list && !slices.ContainsFunc(given, func(v any) bool { return !isText(v) })
	case map[string]any:
		examples, object := like.(map[string]any)
		example := any("")
		for _, v := range examples {
			example = v
		}
		for _, v := range given {
			object = object && v != nil && sameType(example, v)
		}
		return object
	}
	return false
}

// split divides a text at its commas.
func split(text string) (all []string) {
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one != "" {
			all = append(all, one)
		}
	}
	return all
}
