package template

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/link"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/plain"
	"herald/pkg/platform/upload"
)

// Limits of the provider, in characters (facts §1.3), and of the platform (business-domain §5).
const (
	mostBody    = 1024
	mostHeader  = 60
	mostButton  = 25
	mostButtons = 10
	mostURLs    = 2
	mostPhones  = 1
	mostURL     = 2000
	mostSample  = 200
)

// Request is a template as its author writes it.
type Request struct {
	Name         string        `json:"name" minLength:"1" maxLength:"50" example:"Summer sale"`
	Type         string        `json:"type,omitempty" enum:"text,image,video," doc:"Type of the header. Default: text."`
	Language     string        `json:"language" example:"pt_BR"`
	Category     string        `json:"category" enum:"MARKETING,UTILITY,AUTHENTICATION"`
	Header       string        `json:"header,omitempty" doc:"At most 60 characters and one placeholder. Not allowed with a picture or video."`
	MediaID      string        `json:"mediaId,omitempty" doc:"Id of an uploaded picture or video, for the types image and video."`
	Content      string        `json:"content" doc:"At most 1024 characters. {name} is a placeholder. Empty for AUTHENTICATION: the provider writes the text, with the placeholder {code}." example:"Hello {name}, everything is 20 % off today."`
	Footer       string        `json:"footer,omitempty"`
	Buttons      []Button      `json:"buttons,omitempty" doc:"At most 10 buttons, of these 2 of type url and 1 of type phone."`
	Placeholders []Placeholder `json:"placeholders,omitempty" doc:"Sample values for the review. Default: the placeholder's name. Required for placeholders in a url."`
	Note         string        `json:"note,omitempty" maxLength:"30"`
	Segment      string        `json:"segment,omitempty" maxLength:"200" doc:"Send only to numbers that start with one of these segments: at most 10, separated by commas, in digits and *. * stands for any digit." example:"5511987,55219*****"`

	SecurityRecommendation bool `json:"securityRecommendation,omitempty" doc:"AUTHENTICATION only: add the advice not to share the code."`
	CodeMinutes            int  `json:"codeMinutes,omitempty" doc:"AUTHENTICATION only: validity of the code in minutes that the message shows, 1 to 90. 0: not shown." example:"10"`
	Draft                  bool `json:"draft,omitempty" doc:"Save without submitting for review."`
}

var (
	languages   = lazyregexp.New(`^[a-z]{2,3}(_[A-Z]{2,3})?$`)
	placeholder = lazyregexp.New(`\{([\p{L}\p{N}_]{1,30})\}`)
)

// names are the placeholders of texts in the order of first use.
func names(texts ...string) []string {
	var out []string
	for _, text := range texts {
		for _, hit := range placeholder.Regexp().FindAllStringSubmatch(text, -1) {
			if !slices.Contains(out, hit[1]) {
				out = append(out, hit[1])
			}
		}
	}
	return out
}

// Check refuses what cannot be a template, and brings it into its kept form. most is the setting order.placeholders.
func (w *Request) Check(most int, texts *i18n.Catalogue) error {
	for _, text := range []*string{&w.Name, &w.Header, &w.Content, &w.Footer, &w.Note, &w.Segment} {
		*text = strings.TrimSpace(strings.ReplaceAll(*text, "\r\n", "\n"))
	}
	w.Type = cmp.Or(w.Type, typeText)
	switch {
	case w.Name == "":
		return fault.Bad("name", "web.valid.missing")
	case !languages.MatchString(w.Language):
		return fault.Bad("language", "template.language")
	case !speaks(w.Language):
		return fault.Bad("language", "template.languageNone", "language", w.Language)
	case w.Category == authentication:
		return w.checkCode(texts)
	case w.Type != typeText && w.MediaID == "":
		return fault.Bad("mediaId", "web.valid.missing")
	case w.Type != typeText && w.Header != "":
		return fault.Bad("header", "template.headerTwice")
	case w.Type == typeText && w.MediaID != "":
		return fault.Bad("mediaId", "template.headerTwice")
	}
	w.SecurityRecommendation, w.CodeMinutes = false, 0
	var p problems
	w.checkTexts(&p)
	w.checkButtons(&p)
	w.checkPlaceholders(most, &p)
	return p.err()
}

func (w *Request) checkPlaceholders(most int, p *problems) {
	inAddresses := names(addresses(w.Buttons)...)
	used := names(append([]string{w.Header, w.Content}, addresses(w.Buttons)...)...)
	if len(used) > most {
		p.add("content", "template.placeholders", "max", most)
	}
	samples := map[string]string{}
	for i, given := range w.Placeholders {
		samples[given.Name] = strings.TrimSpace(given.Content)
		if utf8.RuneCountInString(given.Content) > mostSample || strings.ContainsFunc(given.Content, unicode.IsControl) {
			p.add(sampleField(i), "template.sample", "max", mostSample)
		}
	}
	kept := make([]Placeholder, 0, len(used))
	for _, name := range used {
		if samples[name] == "" && slices.Contains(inAddresses, name) {
			field := "placeholders"
			if i := slices.IndexFunc(w.Placeholders, func(p Placeholder) bool { return p.Name == name }); i >= 0 {
				field = sampleField(i)
			}
			p.add(field, "template.addressSample", "name", name)
		}
		kept = append(kept, Placeholder{name, cmp.Or(samples[name], name)})
	}
	w.Placeholders = kept
}

// sampleField names the sample of a placeholder in a request.
func sampleField(i int) string { return "placeholders[" + strconv.Itoa(i) + "].content" }

func (w *Request) checkButtons(p *problems) {
	count := map[string]int{}
	for i := range w.Buttons {
		b := &w.Buttons[i]
		b.Text = strings.TrimSpace(b.Text)
		at := "buttons[" + strconv.Itoa(i) + "]."
		p.length(at+"text", b.Text, 1, mostButton)
		if formatted(b.Text) || strings.ContainsFunc(b.Text, isEmoji) || len(names(b.Text)) > 0 {
			p.add(at+"text", "template.buttonText")
		}
		count[b.Type]++
		switch b.Type {
		case "url":
			b.URL = plain.URL(b.URL)
			if key := address(b.URL); key != "" {
				p.add(at+"url", key)
			}
			b.Phone = ""
		case "phone":
			number, _, problem := phone.ParseAny(b.Phone)
			if problem != nil {
				p.add(at+"phone", problem.Key)
				continue
			}
			b.Phone, b.URL = phone.Format(number), ""
		case buttonCode:
			p.add("buttons", "template.codeButtons")
		default:
			b.URL, b.Phone = "", ""
		}
	}
	if len(w.Buttons) > mostButtons || count["url"] > mostURLs || count["phone"] > mostPhones {
		p.add("buttons", "template.buttons", "all", mostButtons, "urls", mostURLs, "phones", mostPhones)
	}
	if scattered(w.Buttons) {
		p.add("buttons", "template.buttonOrder")
	}
}

// address gives the message that refuses what is no address of a button; empty for a good one. It may end in one placeholder, behind
// the name of its host, and leads to no chat of WhatsApp.
func address(text string) string {
	fixed := text
	if in := placeholder.Regexp().FindAllStringIndex(text, -1); len(in) > 0 {
		if fixed = text[:in[0][0]]; len(in) > 1 || in[0][1] != len(text) {
			return "template.address"
		}
	}
	u, ok := link.Parse(fixed)
	switch {
	case strings.ContainsAny(fixed, "{} "):
		return "template.address"
	case !ok, len(text) > mostURL:
		return "web.valid.url"
	case fixed != text && u.Path == "" && u.RawQuery == "" && !u.ForceQuery && u.Fragment == "":
		return "template.address"
	case slices.Contains(chats, strings.ToLower(u.Hostname())):
		return "template.addressChat"
	}
	return ""
}

// chats are the hosts of addresses that open a chat of WhatsApp.
var chats = []string{"wa.me", "www.wa.me", "api.whatsapp.com"}

// addresses are those of buttons.
func addresses(buttons []Button) []string {
	var out []string
	for i := range buttons {
		if buttons[i].Type == "url" {
			out = append(out, buttons[i].URL)
		}
	}
	return out
}

// settingImage is the setting of the largest picture of a message (business-domain §5).
const settingImage = "image.bulk.bytes"

// mostVideo is the provider's, in bytes (facts §1.2).
const mostVideo = 16 << 20

// headed fails when the caller does not see the header's file, it is of another kind than the type says, or it is too large.
func (r *Service) headed(ctx context.Context, scope auth.Scope, w *Request) error {
	if w.MediaID == "" {
		return nil
	}
	f, err := r.Files.Find(ctx, scope, w.MediaID)
	if err != nil {
		return err
	}
	want := map[string]string{typeImage: upload.Image, typeVideo: upload.Video}[w.Type]
	if f.Kind != want {
		return fault.New(fault.Invalid, 40035, "upload.kind", "kind", want)
	}
	if want == upload.Video {
		return upload.Most(f.Size, mostVideo)
	}
	return r.Files.Within(ctx, f.Size, settingImage)
}

// fill takes over what its author wrote.
func (t *Template) fill(w *Request) {
	t.Name, t.Type, t.Language, t.Category = w.Name, w.Type, w.Language, w.Category
	t.Header, t.MediaID, t.Content, t.Footer, t.Buttons = w.Header, w.MediaID, w.Content, w.Footer, w.Buttons
	t.SecurityRecommendation, t.CodeMinutes = w.SecurityRecommendation, w.CodeMinutes
	t.Placeholders, t.PlaceholderCount, t.Note = w.Placeholders, len(w.Placeholders), w.Note
	t.Segment = w.Segment
}
