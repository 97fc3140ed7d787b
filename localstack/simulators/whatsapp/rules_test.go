package whatsappsim_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	whatsappsim "herald/localstack/simulators/whatsapp"
)

// templateCase is a case of the rules that the product keeps for templates.
type templateCase struct {
	Case, Field string
	Subcode     int
	Request     struct {
		Header, Content, Footer, Language string
		Buttons                           []struct{ Type, Text, URL, Phone string }
	}
}

var named = regexp.MustCompile(`\{([\p{L}\p{N}_]+)\}`)

// positional writes {name} as {{n}}, and gives as many examples.
func positional(text string) (string, []string) {
	var seen []string
	return named.ReplaceAllStringFunc(text, func(hit string) string {
		seen = append(seen, "x")
		return fmt.Sprintf("{{%d}}", len(seen))
	}), seen
}

// wire is a case as the API takes it.
func (c templateCase) wire(name string) map[string]any {
	var parts []any
	add := func(kind, text string, example func([]string) map[string]any) {
		if text == "" {
			return
		}
		text, values := positional(strings.TrimSpace(text))
		part := map[string]any{"type": kind, "text": text}
		if kind == "HEADER" {
			part["format"] = "TEXT"
		}
		if len(values) > 0 {
			part["example"] = example(values)
		}
		parts = append(parts, part)
	}
	add("HEADER", c.Request.Header, func(v []string) map[string]any { return map[string]any{"header_text": v} })
	add("BODY", c.Request.Content, func(v []string) map[string]any { return map[string]any{"body_text": [][]string{v}} })
	add("FOOTER", c.Request.Footer, func(v []string) map[string]any { return map[string]any{"footer_text": v} })
	var buttons []any
	for _, b := range c.Request.Buttons {
		text, _ := positional(b.Text)
		button := map[string]any{"type": map[string]string{"reply": "QUICK_REPLY", "url": "URL", "phone": "PHONE_NUMBER"}[b.Type], "text": text}
		if b.URL != "" {
			button["url"], _ = positional(b.URL)
			button["example"] = []string{named.ReplaceAllString(b.URL, "x")}
		}
		if b.Phone != "" {
			button["phone_number"] = b.Phone
		}
		buttons = append(buttons, button)
	}
	if buttons != nil {
		parts = append(parts, map[string]any{"type": "BUTTONS", "buttons": buttons})
	}
	language := c.Request.Language
	if language == "" {
		language = "pt_BR"
	}
	return map[string]any{"name": name, "language": language, "category": "MARKETING", "components": parts}
}

// The API refuses what the product's rules refuse, with the subcodes of its documentation, and takes the rest.
func TestRulesOfTemplates(t *testing.T) {
	raw, err := os.ReadFile("../../../pkg/campaign/template/testdata/rules.json")
	var cases []templateCase
	if err == nil {
		err = json.Unmarshal(raw, &cases)
	}
	if err != nil {
		t.Fatal(err)
	}
	more := func(subcode int, name string, parts ...any) (map[string]any, int) {
		return map[string]any{"name": name, "language": "en", "category": "UTILITY", "components": parts}, subcode
	}
	inBubble(t, func(w *world) {
		told := ""
		check := func(name string, body map[string]any, refused bool, subcode int) {
			t.Helper()
			a := w.must("POST", templatesPath, body)
			e, _ := a.body["error"].(map[string]any)
			got, _ := e["error_subcode"].(float64)
			told += fmt.Sprint(e, "\n")
			if refused && (a.code() != 100 || int(got) != subcode) || !refused && a.status != 200 {
				t.Errorf("%s: %d %v", name, a.status, a.body)
			}
		}
		for i, c := range cases {
			check(c.Case, c.wire(fmt.Sprintf("case_%d", i)), c.Field != "", c.Subcode)
		}
		body, code := more(2388043, "no_example", map[string]any{"type": "BODY", "text": "Hi {{1}}, this is what you ordered."})
		check("a parameter without an example", body, true, code)
		body, code = more(0, "gap", map[string]any{"type": "BODY", "text": "Hi {{1}}, this is what {{3}} ordered today.",
			"example": map[string]any{"body_text": [][]string{{"a", "b"}}}})
		check("a gap in the numbers", body, true, code)
		body, code = more(0, "no_body", map[string]any{"type": "FOOTER", "text": "Hi"})
		check("no body", body, true, code)
		hello := map[string]any{"type": "BODY", "text": "Hi"}
		body, _ = more(0, "twice", hello)
		check("the first of its name", body, false, 0)
		body, code = more(2388024, "twice", hello)
		check("a name that is taken", body, true, code)
		for _, name := range []string{"Upper", "a-b", "a b", strings.Repeat("a", 513)} {
			body, code = more(0, name, hello)
			check("the name "+name, body, true, code)
		}
		for _, text := range whatsappsim.RuleTexts() {
			if !strings.Contains(told, text) {
				t.Errorf("no case breaks: %s", text)
			}
		}
	})
}
