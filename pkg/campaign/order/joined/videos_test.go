package joined_test

import (
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/internal/testkit/film"
)

// The platform may allow 20 MB (business-domain §5, the second reading), WhatsApp takes 16 (facts §1.2).
func TestVideosOfMessages(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	p.Users.Admin.Put("/lop/system/config/video.bytes", apptest.Object{"value": 20 << 20}).OK()
	p.Kit.Clock.Add(time.Minute)
	numbers := testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n"))).ID
	for name, c := range map[string]struct {
		body []byte
		code int
	}{
		"16 MB":          {film.Plain("isom", 16<<20), 200},
		"a byte above":   {film.Plain("isom", 16<<20+1), 40031},
		"another codec":  {film.Of("isom", 0, film.Track("vide", "hvc1")), 40037},
		"another sound":  {film.Of("isom", 0, film.Track("vide", "avc1"), film.Track("soun", "Opus")), 40037},
		"cut in between": {film.Plain("isom", 4096)[:2048], 40036},
	} {
		a := p.Users.Direct.Post("/gc/groupsendorder/estimate",
			apptest.Object{"name": "x", "fileId": numbers, "channel": "whatsapp", "countryCode": "BR",
				"message": apptest.Object{"type": "video", "mediaId": p.UploadVideo(c.body)}})
		if a.Code != c.code {
			t.Errorf("%s: %s", name, a.Raw)
		}
	}
}
