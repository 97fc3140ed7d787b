package upload_test

import (
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/internal/testkit/film"
	"herald/pkg/platform/upload"
)

// Videos are accepted with codecs that phones play (facts §1.2): H.264 pictures, AAC sound or none.
func TestVideosByWhatIsInThem(t *testing.T) {
	w := start(t)
	pictures, sound := film.Track("vide", "avc1"), film.Track("soun", "mp4a")
	wide := film.Of("isom", 0, pictures)
	late := append(append(film.Brand("isom"), film.Box("mdat", make([]byte, 100))...), film.Box("moov", pictures, sound)...)
	cut := film.Plain("isom", 4096)
	endless := append(film.Plain("isom", 0), 0, 0, 0, 0, 'm', 'd', 'a', 't', 1, 2, 3)
	long := append(film.Plain("isom", 0), 0, 0, 0, 1, 'm', 'd', 'a', 't', 0, 0, 0, 0, 0, 0, 0, 17, 9)
	for name, c := range map[string]struct {
		body []byte
		code int
		says string
	}{
		"H.264 and AAC":                  {film.Plain("isom", 0), 200, ""},
		"without sound":                  {wide, 200, ""},
		"with subtitles":                 {film.Of("mp42", 0, pictures, sound, film.Track("text", "tx3g")), 200, ""},
		"its index at the end":           {late, 200, ""},
		"a last box without size":        {endless, 200, ""},
		"a box with a long size":         {long, 200, ""},
		"in-band parameters":             {film.Of("isom", 0, film.Track("vide", "avc3")), 200, ""},
		"H.265":                          {film.Of("isom", 0, film.Track("vide", "hev1"), sound), 40037, "H.265 (HEVC)"},
		"AV1":                            {film.Of("isom", 0, film.Track("vide", "av01"), sound), 40037, "AV1"},
		"Opus":                           {film.Of("isom", 0, pictures, film.Track("soun", "Opus")), 40037, "Opus"},
		"a codec that nobody knows":      {film.Of("isom", 0, film.Track("vide", "x\x01<y"), sound), 40037, "x?<y"},
		"one of two descriptions is not": {film.Of("isom", 0, film.Track("vide", "avc1", "hvc1")), 40037, "H.265"},
		"two sounds":                     {film.Of("isom", 0, pictures, sound, sound), 40038, "one sound track"},
		"sound alone":                    {film.Of("isom", 0, sound), 40036, "no picture"},
		"no tracks":                      {film.Of("isom", 0), 40036, "no picture"},
		"a track without a description":  {film.Of("isom", 0, film.Track("vide")), 40036, "damaged"},
		"no index":                       {append(film.Brand("isom"), film.Box("mdat", make([]byte, 100))...), 40036, "damaged"},
		"cut":                            {cut[:2048], 40036, "damaged"},
		"a box that is too short":        {append(film.Plain("isom", 0), 0, 0, 0, 7, 'f', 'r', 'e', 'e'), 40036, "damaged"},
		"a box longer than all": {append(film.Plain("isom", 0), 0, 0, 0, 1, 'f', 'r', 'e', 'e', 255, 255, 255, 255, 255, 255, 255, 255),
			40036, "damaged"},
	} {
		a := w.Customer.In("en_US").Upload("/uf/uploadfile?kind=video", "file", "film.mp4", "video/mp4", c.body)
		if a.Code != c.code || !strings.Contains(a.Message, c.says) {
			t.Errorf("%s: %s", name, a.Raw)
		}
	}
}

// A video that was uploaded directly to the bucket is checked at its first use.
func TestAPresignedVideoIsLookedAtWhenItIsUsed(t *testing.T) {
	w := start(t)
	body := film.Of("isom", 0, film.Track("vide", "hvc1"))
	f := testkit.Data[upload.Presigned](w.Customer.Post("/uf/uploadfile/presign", object{"name": "film.mp4", "size": len(body)}))
	if err := w.env.Uploads.Put(ctx, f.Fields["key"], "video/mp4", body); err != nil {
		t.Fatal(err)
	}
	w.Customer.Get("/uf/uploadfile/"+f.ID).Want(400, 40037)
}

func FuzzVideo(f *testing.F) {
	f.Add(film.Plain("isom", 0))
	f.Add(film.Of("isom", 0, film.Track("vide", "hvc1"), film.Track("soun")))
	f.Fuzz(func(_ *testing.T, body []byte) { _ = upload.CheckFilm(body) })
}
