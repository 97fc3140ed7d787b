package whatsappsim

import (
	"strings"
	"unicode/utf8"

	"herald/localstack/simulators/sim"
)

// fill checks a template message against the registry and gives its body with the parameters in place.
func (ts templateStore) fill(message map[string]any) (string, error) {
	name, language := str(message, "name"), str(object(message, "language"), "code")
	t := ts.find(name, language)
	switch {
	case t == nil:
		return "", sim.Refuse("132001", "template name (%s) does not exist in %s", name, language)
	case t.Status == templatePaused:
		return "", sim.Refuse("132015", "template %s is paused", name)
	case t.Status == templateDisabled:
		return "", sim.Refuse("132016", "template %s is disabled", name)
	case t.Status != templateApproved:
		return "", sim.Refuse("132001", "template %s is %s", name, strings.ToLower(t.Status))
	}
	given := map[string][]map[string]any{}
	for _, c := range objects(message, "components") {
		if kind := strings.ToLower(str(c, "type")); kind != "button" {
			given[kind] = objects(c, "parameters")
		}
	}
	file := t.shows()
	if got := len(given["header"]); file != "" && (got != 1 || str(given["header"][0], "type") != file) {
		return "", sim.Refuse("132012", "header: expected one parameter of type %s, received %d", strings.ToUpper(file), got)
	}
	opens, err := t.open(objects(message, "components"))
	if err == nil {
		err = t.copies(given["body"], opens)
	}
	if err != nil {
		return "", err
	}
	for _, kind := range []string{"header", "body"} {
		want := len(placeholder.FindAllString(t.text(kind), -1))
		if got := len(given[kind]); got != want && !(kind == "header" && (want == 0 || file != "")) {
			return "", sim.Refuse("132000", "%s: number of localizable_params (%d) does not match the expected number of params (%d)", kind, got,
				want)
		}
	}
	values := make([]string, 0, len(given["body"]))
	for _, p := range given["body"] {
		values = append(values, str(p, "text"))
		if v := values[len(values)-1]; strings.ContainsAny(v, "\n\t") || strings.Contains(v, "     ") {
			return "", sim.Refuse("132018", "a parameter has a new line, a tab or five spaces")
		}
	}
	text := placeholder.ReplaceAllStringFunc(t.text("BODY"), func(string) string {
		v := values[0]
		values = values[1:]
		return v
	})
	if utf8.RuneCountInString(text) > 1024 {
		return "", sim.Refuse("132005", "the body is longer than 1024 characters when its parameters are filled in")
	}
	return text + opens, nil
}
