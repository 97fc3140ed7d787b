package shunt_test

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"strings"
	"testing"
)

// The QR code is a picture of the asked size, of the link's own address.
func TestQRCodes(t *testing.T) {
	h := start(t)
	l := h.add(h.Direct)
	picture, err := png.Decode(bytes.NewReader(h.Direct.Get("/shunt/link/" + l.ID + "/qr/png?size=300").Raw))
	if err != nil || picture.Bounds().Dx() != 300 || picture.Bounds().Dy() != 300 {
		t.Fatal(err)
	}
	drawn := h.Direct.Get("/shunt/link/" + l.ID + "/qr/svg").Raw
	var svg struct {
		Width string `xml:"width,attr"`
		Box   string `xml:"viewBox,attr"`
		Path  []struct {
			D string `xml:"d,attr"`
		} `xml:"path"`
	}
	if err := xml.Unmarshal(drawn, &svg); err != nil || svg.Width != "512" || len(svg.Path) != 2 {
		t.Fatalf("%s: %v", drawn, err)
	}
	big, err := png.Decode(bytes.NewReader(h.Direct.Get("/shunt/link/" + l.ID + "/qr/png?size=1024").Raw))
	if err != nil {
		t.Fatal(err)
	}
	if r, _, _, _ := big.At(0, 0).RGBA(); r == 0 || !strings.HasPrefix(svg.Path[1].D, "M") {
		t.Error("the code has no quiet zone")
	}
	h.Direct.Get("/shunt/link/" + l.ID + "/qr/png?size=64").Bad("size")
	h.OtherCustomer.Get("/shunt/link/"+l.ID+"/qr/png").Want(404, 0)
}
