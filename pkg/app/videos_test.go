package app

import (
	"testing"
	"time"

	"herald/pkg/kit/testkit"
	"herald/pkg/kit/testkit/film"
	"herald/pkg/platform/upload"
)

// film brings a video of a customer straight into the bucket, as a browser does with a large one.
func (p *house) film(body []byte) string {
	p.Helper()
	f := testkit.Data[upload.Presigned](p.c.Direct.Post("/uf/uploadfile/presign", obj{"name": "film.mp4", "size": len(body)}))
	if err := p.k.Uploads.Put(p.Context(), f.Fields["key"], "video/mp4", body); err != nil {
		p.Fatal(err)
	}
	return f.ID
}

// The house may allow 20 MB (business-domain §5, the second reading), WhatsApp takes 16 (facts §1.2).
func TestVideosOfMessages(t *testing.T) {
	p := mustPrint(t)
	p.c.Admin.Put("/lop/system/config/video.bytes", obj{"value": 20 << 20}).OK()
	p.k.Clock.Add(time.Minute)
	numbers := testkit.Data[struct{ ID string }](p.c.Direct.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
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
		a := p.c.Direct.Post("/gc/groupsendorder/estimate",
			obj{"name": "x", "fileId": numbers, "channel": "whatsapp", "countryCode": "BR",
				"message": obj{"type": "video", "mediaId": p.film(c.body)}})
		if a.Code != c.code {
			t.Errorf("%s: %s", name, a.Raw)
		}
	}
}
