package whatsappsim

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"herald/localstack/simulators/sim"
)

// buttons are those of a template.
func (t *template) buttons() []map[string]any {
	for _, c := range t.Components {
		if strings.EqualFold(str(c, "type"), "buttons") {
			return objects(c, "buttons")
		}
	}
	return nil
}

// open fills the addresses of buttons that end in a parameter, and gives them, each on a line of its own.
func (t *template) open(components []map[string]any) (string, error) {
	given := map[string][]map[string]any{}
	for _, c := range components {
		if strings.EqualFold(str(c, "type"), "button") {
			given[fmt.Sprint(c["index"])] = objects(c, "parameters")
		}
	}
	opens := ""
	for i, b := range t.buttons() {
		address, values := str(b, "url"), given[strconv.Itoa(i)]
		delete(given, strconv.Itoa(i))
		switch held := placeholder.FindString(address); {
		case held == "" && len(values) > 0:
			return "", sim.Refuse("132000", "buttons: Button at index %d has no parameters", i)
		case held != "" && (len(values) != 1 || str(values[0], "text") == ""):
			return "", sim.Refuse("131008", "buttons: Button at index %d of type Url requires a parameter", i)
		case held != "":
			opens += "\n" + strings.Replace(address, held, str(values[0], "text"), 1)
		}
	}
	if len(given) > 0 {
		return "", sim.Refuse("132000", "buttons: a parameter for a button that the template does not have")
	}
	return opens, nil
}

// checkButtons applies the rules of buttons that the schema does not tell (facts 1.3).
func checkButtons(buttons []map[string]any) error {
	for _, b := range buttons {
		address := str(b, "url")
		held := placeholder.FindAllString(address, -1)
		example, _ := b["example"].([]any)
		switch {
		case len(held) > 1, len(held) == 1 && !strings.HasSuffix(address, held[0]):
			return errors.New("the url of a button may have one parameter, at its end")
		case len(held) == 1 && (len(example) != 1 || !strings.HasPrefix(fmt.Sprint(example[0]), strings.TrimSuffix(address, held[0]))):
			return errors.New("the url of a button with a parameter needs an example, which is a whole url")
		}
	}
	return nil
}

// shows gives what kind of file the header is: "image", "video", or empty for none.
func (t *template) shows() string {
	for _, c := range t.Components {
		if format := str(c, "format"); strings.EqualFold(str(c, "type"), "header") && (format == "IMAGE" || format == "VIDEO") {
			return strings.ToLower(format)
		}
	}
	return ""
}
