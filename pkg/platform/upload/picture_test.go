package upload_test

import (
	"os"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/i18n"
)

// Pictures that WhatsApp would refuse in each message are refused at the upload, with the reason in four languages. An unsupported format
// is named, under any file name.
func TestPicturesThatWhatsAppRefuses(t *testing.T) {
	w := start(t)
	read := func(name string) []byte {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	text := ""
	for _, f := range []struct {
		name, file string
		body       []byte
	}{
		{"a CMYK jpeg", "a.jpg", read("cmyk.jpg")}, {"a png of 16 bits", "a.png", read("16bit.png")},
		{"a webp", "foto.jpg", []byte("RIFF\x24\x00\x00\x00WEBPVP8 \x00\x00\x00\x00")},
		{"a gif", "foto.png", []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00")},
		{"a bmp", "foto.jpg", []byte("BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00")},
		{"a heic", "foto.jpg", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic")},
		{"an avif", "foto.jpg", []byte("\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif")},
		{"a tiff", "foto.jpg", []byte("II*\x00\x08\x00\x00\x00\x00\x00\x00\x00")},
		{"a mov", "film.mp4", []byte("\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00qt  ")},
		{"a webm", "film.mp4", []byte("\x1aE\xdf\xa3\x01\x00\x00\x00\x00\x00\x00\x1f")},
	} {
		for _, kind := range []string{"", "?kind=image"} {
			for _, lang := range i18n.Langs {
				a := w.Customer.In(string(lang)).Upload("/uf/uploadfile"+kind, "file", f.file, "", f.body)
				if a.Status != 400 {
					t.Errorf("%s is taken: %s", f.name, a.Raw)
				}
				if kind == "" {
					text += f.name + " " + string(lang) + ": " + a.Message + "\n"
				} else if !strings.Contains(text, a.Message+"\n") {
					t.Errorf("%s, asked for as a picture: %s", f.name, a.Message)
				}
			}
		}
	}
	testkit.Golden(t, t.Name(), text)
}
