package emaildesign

import "strings"

// words are texts that a design leaves to its language.
type words struct {
	unsubscribe string
	networks    map[string]string
}

// local is keyed by the tongue: an email can be in languages that the console does not have, so these are not messages of it.
var local = map[string]words{
	"en":      {unsubscribe: "Unsubscribe"},
	"pt":      {unsubscribe: "Cancelar inscrição", networks: map[string]string{"website": "Site"}},
	"zh":      {unsubscribe: "退订", networks: map[string]string{"wechat": "微信", "weibo": "微博", "website": "官网"}},
	"zh-hant": {unsubscribe: "取消訂閱", networks: map[string]string{"wechat": "微信", "weibo": "微博", "website": "官網"}},
	"es":      {unsubscribe: "Cancelar suscripción", networks: map[string]string{"website": "Sitio web"}},
	"fr":      {unsubscribe: "Se désabonner", networks: map[string]string{"website": "Site web"}},
	"de":      {unsubscribe: "Abbestellen"},
	"id":      {unsubscribe: "Berhenti berlangganan", networks: map[string]string{"website": "Situs web"}},
	"ar":      {unsubscribe: "إلغاء الاشتراك"},
}

// tongue is the key of local for the design's language.
func (c *compiler) tongue() string {
	tag := strings.ToLower(c.language)
	for _, traditional := range []string{"zh-tw", "zh-hk", "zh-mo", "zh-hant"} {
		if strings.HasPrefix(tag, traditional) {
			return "zh-hant"
		}
	}
	tag, _, _ = strings.Cut(tag, "-")
	if _, known := local[tag]; known {
		return tag
	}
	return "en"
}
