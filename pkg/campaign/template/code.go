package template

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/provider"
)

// Templates of codes (the category AUTHENTICATION) have the provider's texts in their language: "<code> is your
// verification code." with a button that copies the code. Their author chooses the optional sentences. The stored
// text is shown to users who choose or review one, and is not registered.
const authentication = "AUTHENTICATION"

// Limits of codes, of the provider.
const (
	mostCode    = 15 // characters
	mostMinutes = 90
)

// codeName is the placeholder of the code, and the column of a file that has one for each recipient.
const codeName = "code"

const codeSample = "123456"

// checkCode refuses what a template of a code cannot have, and gives it its texts.
func (w *Request) checkCode(texts *i18n.Catalogue) error {
	lang := i18n.Choose("", w.Language) // English where it is none of ours
	content := texts.Text(lang, "template.code.body", nil)
	if w.SecurityRecommendation {
		content += " " + texts.Text(lang, "template.code.security", nil)
	}
	footer := ""
	if w.CodeMinutes > 0 {
		footer = texts.Text(lang, "template.code.expires", map[string]any{"n": w.CodeMinutes})
	}
	switch {
	case w.CodeMinutes < 0 || w.CodeMinutes > mostMinutes:
		return fault.Bad("codeMinutes", "template.codeMinutes", "max", mostMinutes)
	case w.Type != typeText || w.MediaID != "" || w.Header != "":
		return fault.Bad("header", "template.codeTexts")
	case w.Content != "" && w.Content != content:
		return fault.Bad("content", "template.codeTexts")
	case w.Footer != "" && w.Footer != footer:
		return fault.Bad("footer", "template.codeTexts")
	case len(w.Buttons) > 1 || len(w.Buttons) == 1 && w.Buttons[0].Type != buttonCode:
		return fault.Bad("buttons", "template.codeButtons")
	}
	button := Button{Type: buttonCode}
	if len(w.Buttons) == 1 {
		button.Text = strings.TrimSpace(w.Buttons[0].Text)
	}
	button.Text = cmp.Or(button.Text, texts.Text(lang, "template.code.copy", nil))
	if err := length("buttons", button.Text, 1, mostButton); err != nil {
		return err
	}
	sample := codeSample
	if i := slices.IndexFunc(w.Placeholders, func(p Placeholder) bool { return p.Name == codeName }); i >= 0 {
		sample = cmp.Or(strings.TrimSpace(w.Placeholders[i].Content), sample)
	}
	if utf8.RuneCountInString(sample) > mostCode {
		return fault.Bad("placeholders", "template.sample", "max", mostCode)
	}
	w.Content, w.Footer, w.Buttons, w.Placeholders = content, footer, []Button{button}, []Placeholder{{codeName, sample}}
	return nil
}

// code is what is registered of a template of a code; nil for another one.
func (t *Template) code() *provider.TemplateCode {
	if t.Category != authentication || len(t.Buttons) != 1 || t.Buttons[0].Type != buttonCode {
		return nil
	}
	return &provider.TemplateCode{Security: t.SecurityRecommendation, Minutes: t.CodeMinutes, Button: t.Buttons[0].Text}
}
