package whatsappsim_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"herald/internal/testkit/film"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/provider"
)

// webp is the head of a WebP file, padded to a size.
func webp(size int, animated bool) []byte {
	head := "RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00"
	if animated {
		head = head[:20] + "\x02"
	}
	return append([]byte(head), make([]byte, size-len(head))...)
}

// Each rule for files refuses its case with 131053.
func TestRulesOfMedia(t *testing.T) {
	read := func(name string) []byte {
		data, err := os.ReadFile("../../../pkg/platform/upload/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	picture, track := sim.Picture(), film.Track
	inBubble(t, func(w *world) {
		told := ""
		for name, c := range map[string]struct {
			kind string
			data []byte
			code int
		}{
			"a picture":              {"image/png", picture, 0},
			"a png as jpeg":          {"image/jpeg", picture, 131053},
			"a jpeg as png":          {"image/png", read("cmyk.jpg"), 131053},
			"a CMYK jpeg":            {"image/jpeg", read("cmyk.jpg"), 131053},
			"a png of 16 bits":       {"image/png", read("16bit.png"), 131053},
			"a picture of 5 MB":      {"image/png", append(bytes.Clone(picture), make([]byte, 5<<20-len(picture))...), 0},
			"a larger picture":       {"image/png", append(bytes.Clone(picture), make([]byte, 5<<20-len(picture)+1)...), 131053},
			"a static sticker":       {"image/webp", webp(100<<10, false), 0},
			"a large static sticker": {"image/webp", webp(100<<10+1, false), 131053},
			"an animated sticker":    {"image/webp", webp(500<<10, true), 0},
			"a large animated one":   {"image/webp", webp(500<<10+1, true), 131053},
			"a png as a sticker":     {"image/webp", picture, 131053},
			"a video":                {"video/mp4", film.Plain("isom", 0), 0},
			"a video of 16 MB":       {"video/mp4", film.Plain("isom", 16<<20), 0},
			"a larger video":         {"video/mp4", film.Plain("isom", 16<<20+1), 131053},
			"a video without sound":  {"video/3gpp", film.Of("3gp4", 0, track("vide", "avc1")), 0},
			"a video in H.265":       {"video/mp4", film.Of("isom", 0, track("vide", "hvc1"), track("soun", "mp4a")), 131053},
			"a video with MP3":       {"video/mp4", film.Of("isom", 0, track("vide", "avc1"), track("soun", ".mp3")), 131053},
			"a video with two sounds": {"video/mp4", film.Of("isom", 0, track("vide", "avc1"), track("soun", "mp4a"), track("soun", "mp4a")),
				131053},
			"a sound as a video": {"video/mp4", film.Of("isom", 0, track("soun", "mp4a")), 131053},
			"Opus":               {"audio/ogg", []byte("OggS\x00\x02OpusHead"), 0},
			"Vorbis":             {"audio/ogg", []byte("OggS\x00\x02\x01vorbis"), 131053},
			"an MP3":             {"audio/mpeg", []byte("ID3\x04"), 0},
			"a wav as MP3":       {"audio/mpeg", []byte("RIFF\x00\x00\x00\x00WAVE"), 131053},
			"an AMR":             {"audio/amr", []byte("#!AMR\n"), 0},
			"a wav as AMR":       {"audio/amr", []byte("RIFF\x00\x00\x00\x00WAVE"), 131053},
			"a wav":              {"audio/wav", []byte("RIFF\x00\x00\x00\x00WAVE"), 100},
			"a pdf":              {"application/pdf", []byte("%PDF-1.4"), 0},
			"a text as pdf":      {"application/pdf", []byte("x"), 131053},
		} {
			_, err := w.adapter.UploadMedia(context.Background(), "f", c.kind, c.data)
			var r *provider.Refusal
			if c.code == 0 && err != nil || c.code != 0 && (!errors.As(err, &r) || r.Outcome.Code != c.code) {
				t.Errorf("%s: %v", name, err)
			}
			if err != nil {
				told += err.Error() + "\n"
			}
		}
		for _, text := range whatsappsim.MediaRuleTexts() {
			if !strings.Contains(told, text) {
				t.Errorf("no case breaks: %s", text)
			}
		}
	})
}
