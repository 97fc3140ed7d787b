package whatsappsim

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// rule is a rule of Meta's documentation for a part of a template. Breaking it is refused at once with code 100 and its subcode.
type rule struct {
	subcode     int // 0 where the documentation names none
	title, text string
	source      string
	broken      func(p *part) bool
}

// part is a component of a template, in the terms of the rules.
type part struct {
	kind, format, text string
	marks              [][]int // where its parameters are
	examples           int     // values in its example
	buttons            []map[string]any
}

// Documents that the rules are from.
const (
	errorCodes = "WhatsApp error codes, template creation (developers.facebook.com, June 2026)"
	components = "Templates, components (developers.facebook.com)"
	review     = "Templates, common rejection reasons (developers.facebook.com)"
)

// templateRules in the order in which they are looked at. The tests read them beside the cases of the product's template module.
var templateRules = []rule{
	{2388040, "Character limit exceeded", "A text of the template is longer than it may be.", errorCodes, tooLong},
	{2388043, "Missing expected fields", "A component with a parameter does not contain the expected field (example).", errorCodes,
		withoutExample},
	{2388047, "Message header format is incorrect", "The message header can't have any new lines, formatting characters, emojis or asterisks.",
		errorCodes,
		func(p *part) bool { return p.kind == "HEADER" && decorated(p.text) }},
	{0, "Invalid parameter", "The header may have one parameter.", components,
		func(p *part) bool { return p.kind == "HEADER" && len(p.marks) > 1 }},
	{2388073, "Message footer format is incorrect", "The message footer can't have any new lines, emojis or parameters.", errorCodes,
		func(p *part) bool {
			return p.kind == "FOOTER" && (len(p.marks) > 0 || strings.Contains(p.text, "\n") || pictographs.MatchString(p.text))
		}},
	{2388072, "Message body format is incorrect",
		"The message body can't have tabs, more than four spaces or more than two line breaks in a row.", errorCodes,
		func(p *part) bool { return p.kind == "BODY" && blanks.MatchString(p.text) }},
	{2388299, "Leading or trailing params not allowed", "Variables can't be at the start or end of the template.", errorCodes, dangling},
	{0, "Invalid parameter", "Variables are numbered from 1 without a gap.",
		review, func(p *part) bool { return p.kind == "BODY" && !sequential(p) }},
	{0, "Invalid parameter", "Variables can't be next to each other.", review, neighbours},
	{2388293, "Params/words ratio exceeds limit", "This template has too many variables for its length.", errorCodes,
		func(p *part) bool { return p.kind == "BODY" && len(p.marks) > 0 && wordsOf(p.text) < 2*len(p.marks)+1 }},
	{2388060, "Button format is incorrect", "Buttons can't have any variables, newlines, emojis or formatting characters.", errorCodes,
		func(p *part) bool {
			return slices.ContainsFunc(p.buttons, func(b map[string]any) bool {
				return decorated(str(b, "text")) || placeholder.MatchString(str(b, "text"))
			})
		}},
	{0, "Invalid parameter", "A template has at most 10 buttons, of them 2 of type URL and 1 of type PHONE_NUMBER.", components,
		tooManyButtons},
	{0, "Invalid combination of buttons", "Quick reply buttons and other buttons are organized into two groups.", components, ungrouped},
	{0, "Invalid parameter", "Direct links to WhatsApp aren't allowed for buttons.", review,
		func(p *part) bool {
			return slices.ContainsFunc(p.buttons, func(b map[string]any) bool { return chat.MatchString(str(b, "url")) })
		}},
}

var (
	pictographs = regexp.MustCompile(
		`[\x{20e3}\x{231a}\x{231b}\x{23e9}-\x{23fa}\x{2600}-\x{27bf}\x{2b05}-\x{2b07}\x{2b1b}\x{2b1c}` +
			`\x{2b50}\x{2b55}\x{fe0f}\x{1f000}-\x{1faff}]`)
	formats = regexp.MustCompile("[*_~`\n\r]")
	blanks  = regexp.MustCompile(`\t|\n *\n *\n| {5}`)
	chat    = regexp.MustCompile(`(?i)^https?://(www\.)?(wa\.me|api\.whatsapp\.com)([/?#]|$)`)
	word    = regexp.MustCompile(
		`[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]|` +
			`[^\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\P{L}]([\p{L}\p{M}\p{N}'’-])*|\p{N}[\p{L}\p{M}\p{N}]*`)
)

func decorated(text string) bool {
	text = placeholder.ReplaceAllString(text, "")
	return formats.MatchString(text) || pictographs.MatchString(text)
}

func tooLong(p *part) bool {
	most := map[string]int{"HEADER": 60, "BODY": 1024, "FOOTER": 60}[p.kind]
	return utf8.RuneCountInString(p.text) > most && most > 0 ||
		slices.ContainsFunc(p.buttons, func(b map[string]any) bool { return utf8.RuneCountInString(str(b, "text")) > 25 })
}

func withoutExample(p *part) bool { return p.kind != "FOOTER" && p.examples < len(p.marks) }

func dangling(p *part) bool {
	text := strings.TrimSpace(p.text)
	marks := placeholder.FindAllStringIndex(text, -1)
	return p.kind == "BODY" && len(marks) > 0 && (marks[0][0] == 0 || marks[len(marks)-1][1] == len(text))
}

func neighbours(p *part) bool {
	for i := 1; i < len(p.marks); i++ {
		if p.kind == "BODY" && strings.TrimSpace(p.text[p.marks[i-1][1]:p.marks[i][0]]) == "" {
			return true
		}
	}
	return false
}

// sequential tells that the numbers of parameters have no gap; named ones have none at all.
func sequential(p *part) bool {
	seen := map[int]bool{}
	for _, m := range p.marks {
		n, err := strconv.Atoi(p.text[m[0]+2 : m[1]-2])
		if err != nil {
			return true
		}
		seen[n] = true
	}
	for n := range len(seen) {
		if !seen[n+1] {
			return false
		}
	}
	return true
}

func wordsOf(text string) int {
	return len(word.FindAllString(placeholder.ReplaceAllString(text, " "), -1))
}

func tooManyButtons(p *part) bool {
	count := map[string]int{}
	for _, b := range p.buttons {
		count[str(b, "type")]++
	}
	return len(p.buttons) > 10 || count["URL"] > 2 || count["PHONE_NUMBER"] > 1
}

func ungrouped(p *part) bool {
	changes := 0
	for i := 1; i < len(p.buttons); i++ {
		if (str(p.buttons[i], "type") == "QUICK_REPLY") != (str(p.buttons[i-1], "type") == "QUICK_REPLY") {
			changes++
		}
	}
	return changes > 1
}

// partOf is a component as the rules see it.
func partOf(c map[string]any) *part {
	p := &part{kind: strings.ToUpper(str(c, "type")), format: str(c, "format"), text: str(c, "text"), buttons: objects(c, "buttons")}
	p.marks = placeholder.FindAllStringIndex(p.text, -1)
	example := object(c, "example")
	for _, list := range []string{"header_text", "header_text_named_params", "body_text_named_params"} {
		values, _ := example[list].([]any)
		p.examples += len(values)
	}
	if rows, _ := example["body_text"].([]any); len(rows) > 0 {
		values, _ := rows[0].([]any)
		p.examples += len(values)
	}
	distinct := map[string]bool{}
	for _, m := range p.marks {
		distinct[p.text[m[0]:m[1]]] = true
	}
	if p.examples >= len(distinct) { // one value for each, however often it stands in the text
		p.examples = max(p.examples, len(p.marks))
	}
	return p
}

// broken is the refusal of a template that breaks a rule.
type broken struct{ *rule }

func (b broken) Error() string { return fmt.Sprintf("%s: %s", b.title, b.text) }

// breaks is the refusal of the first rule that a component breaks; nil for none.
func breaks(parts []map[string]any) error {
	for _, c := range parts {
		p := partOf(c)
		for _, r := range templateRules {
			if r.broken(p) {
				return broken{&r}
			}
		}
	}
	return nil
}
