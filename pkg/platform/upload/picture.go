package upload

import (
	"encoding/binary"
	"image/color"
	"slices"

	"herald/pkg/kit/fault"
)

// depth refuses pictures that WhatsApp does not show: it takes 8 bits a channel, RGB or RGBA (facts 1.2; error 131053 otherwise).
// Faults upload.cmyk and upload.bits.
func depth(model color.Model) error {
	switch model {
	case color.CMYKModel:
		return fault.Bad("file", "upload.cmyk")
	case color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
		return fault.Bad("file", "upload.bits")
	}
	return nil
}

// disguised names a picture or film of a format that messages cannot have, under any name; "" for anything else.
func disguised(data []byte) string {
	if len(data) < 12 {
		return ""
	}
	switch {
	case string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return "WebP"
	case string(data[:4]) == "GIF8":
		return "GIF"
	case string(data[:2]) == "BM" && binary.LittleEndian.Uint32(data[6:]) == 0: // the reserved bytes of its head
		return "BMP"
	case string(data[:4]) == "II*\x00", string(data[:4]) == "MM\x00*":
		return "TIFF"
	case string(data[:4]) == "\x1aE\xdf\xa3":
		return "WebM"
	case string(data[4:8]) != "ftyp":
		return ""
	}
	switch brand := string(data[8:12]); {
	case slices.Contains([]string{"heic", "heix", "hevc", "mif1", "msf1"}, brand):
		return "HEIC"
	case brand == "avif", brand == "avis":
		return "AVIF"
	case brand == "qt  ":
		return "QuickTime"
	}
	return ""
}
