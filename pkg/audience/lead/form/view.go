package form

import (
	"net/http"

	"herald/pkg/audience/lead"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/webpage"
)

// form is the page with what was typed, and what is wrong with it.
func (s *Service) form(r *http.Request, c *saleschannel.Channel, in *input, bad *fault.Error) view {
	lang := webpage.Lang(r)
	say := func(key string) string { return s.Texts.Text(lang, "lead.form."+key, nil) }
	company := c.CustomerName
	if company == "" {
		company = say("us")
	}
	args := map[string]any{"company": company}
	v := view{Frame: webpage.Frame{Sign: "ask", Title: say("title"), Text: s.Texts.Text(lang, "lead.form.text", args)}, Form: true,
		Trap: say("trap"), Consent: s.Texts.Text(lang, "lead.form.consent", args), Agreed: in.agreed, Button: say("button"),
		Fields: []field{
			{Name: "name", Kind: "text", Label: say("name"), Value: in.Name, Auto: "name", Most: lead.MostName, Required: true},
			{Name: "phone", Kind: "tel", Label: say("phone"), Value: in.Phone, Auto: "tel", Most: 64},
			{Name: "email", Kind: "email", Label: say("email"), Value: in.Email, Auto: "email", Most: 320},
			{Name: "message", Kind: "area", Label: say("message"), Value: in.message, Auto: "off", Most: lead.MostMessage},
		}}
	if bad == nil {
		return v
	}
	v.Alert = say("check")
	for _, f := range bad.Fields {
		text := s.problem(lang, &f)
		if f.Name == "agree" {
			v.Wrong = text
		}
		for i := range v.Fields {
			if v.Fields[i].Name == f.Name || f.Name == "phoneNumber" && v.Fields[i].Name == "phone" {
				v.Fields[i].Wrong = text
			}
		}
	}
	return v
}

func (s *Service) problem(lang i18n.Lang, f *fault.Field) string {
	return s.Texts.Text(lang, f.Key, f.Args)
}
