package whatsappsim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // registers the decoder
	_ "image/png"  // registers the decoder
	"strings"
)

// Documents that the rules of files are from.
const (
	mediaTypes = "Cloud API, media: supported media types (developers.facebook.com)"
	stickers   = "Cloud API, media: sticker media (developers.facebook.com)"
)

// mediaRule is a rule of Meta's documentation for an uploaded file. A file that breaks it is refused with 131053.
type mediaRule struct {
	types, text, source string // types: a prefix of the content types that it holds for
	broken              func(kind string, data []byte) bool
}

// mediaRules in the order in which they are looked at.
var mediaRules = []mediaRule{
	{"image/jpeg", "the file is no JPEG", mediaTypes, notImage("jpeg")},
	{"image/png", "the file is no PNG", mediaTypes, notImage("png")},
	{"image/", "images must be 8-bit, RGB or RGBA", mediaTypes, notShown},
	{"image/webp", "the file is no WebP", stickers, func(_ string, data []byte) bool {
		return len(data) < 16 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WEBP"
	}},
	{"image/webp", "a static sticker has at most 100 KB, an animated one 500 KB", stickers, func(_ string, data []byte) bool {
		return len(data) > 100<<10 && !animated(data)
	}},
	{"video/", "videos need the H.264 video codec and the AAC audio codec", mediaTypes, otherCodec},
	{"video/", "a video has a single audio stream or none", mediaTypes,
		func(_ string, data []byte) bool { return len(streams(data)["soun"]) > 1 }},
	{"audio/ogg", "audio/ogg needs the Opus codec", mediaTypes, func(_ string, data []byte) bool {
		return !bytes.HasPrefix(data, []byte("OggS")) || !bytes.Contains(data[:min(len(data), 200)], []byte("OpusHead"))
	}},
	{"audio/amr", "the file is no AMR", mediaTypes, func(_ string, data []byte) bool { return !bytes.HasPrefix(data, []byte("#!AMR")) }},
	{"audio/mpeg", "the file is no MP3", mediaTypes, func(_ string, data []byte) bool {
		return !bytes.HasPrefix(data, []byte("ID3")) && (len(data) < 2 || data[0] != 0xff || data[1]&0xe0 != 0xe0)
	}},
	{"application/pdf", "the file is no PDF", mediaTypes, func(_ string, data []byte) bool { return !bytes.HasPrefix(data, []byte("%PDF-")) }},
}

// unfit tells which rule a file breaks; empty for none.
func unfit(kind string, data []byte) string {
	if limit := mediaLimits[kind]; len(data) == 0 || len(data) > limit {
		return fmt.Sprintf("file of %d bytes is not between 1 and %d bytes", len(data), limit)
	}
	for _, r := range mediaRules {
		if strings.HasPrefix(kind, r.types) && r.broken(kind, data) {
			return r.text
		}
	}
	return ""
}

func notImage(format string) func(string, []byte) bool {
	return func(_ string, data []byte) bool {
		_, is, err := image.DecodeConfig(bytes.NewReader(data))
		return err != nil || is != format
	}
}

func notShown(kind string, data []byte) bool {
	if kind == "image/webp" {
		return false
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return true
	}
	switch c.ColorModel {
	case color.CMYKModel, color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
		return true
	}
	return false
}

// animated reads the flag of an extended WebP.
func animated(data []byte) bool {
	return len(data) > 20 && string(data[12:16]) == "VP8X" && data[20]&2 != 0
}

func otherCodec(_ string, data []byte) bool {
	all := streams(data)
	if len(all["vide"]) == 0 {
		return true
	}
	for kind, codecs := range map[string]string{"vide": "avc1 avc3", "soun": "mp4a"} {
		for _, codec := range all[kind] {
			if !strings.Contains(codecs, codec) {
				return true
			}
		}
	}
	return false
}

// streams gives the first codec of each track of an MPEG-4 file by the kind of the track.
func streams(data []byte) map[string][]string {
	all := map[string][]string{}
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte("hdlr"))
		if i < 0 || at+i+16 > len(data) {
			return all
		}
		at += i + 4
		kind := string(data[at+8 : at+12])
		d := bytes.Index(data[at:], []byte("stsd"))
		if d < 0 || at+d+20 > len(data) {
			return all
		}
		at += d + 4
		if binary.BigEndian.Uint32(data[at+4:]) > 0 {
			all[kind] = append(all[kind], string(data[at+12:at+16]))
		}
	}
}
