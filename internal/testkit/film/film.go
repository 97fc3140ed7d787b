// Package film makes videos for tests: files of the boxes that a player looks at first, without samples.
package film

import (
	"bytes"
	"encoding/binary"
)

// Box is a box of an MPEG-4 file (ISO/IEC 14496-12, section 4.2) with what it holds.
func Box(kind string, parts ...[]byte) []byte {
	body := bytes.Join(parts, nil)
	b := make([]byte, 8, 8+len(body))
	binary.BigEndian.PutUint32(b, uint32(8+len(body)))
	copy(b[4:], kind)
	return append(b, body...)
}

// Brand begins a file.
func Brand(name string) []byte {
	return Box("ftyp", []byte(name), make([]byte, 4), []byte(name+name))
}

// Track is a track of a handler ("vide", "soun") with a sample entry of each codec.
func Track(handler string, codecs ...string) []byte {
	described := []byte{0, 0, 0, 0, 0, 0, 0, byte(len(codecs))}
	for _, codec := range codecs {
		described = append(described, Box(codec, make([]byte, 78))...)
	}
	hdlr := append(make([]byte, 8), handler...)
	return Box("trak", Box("mdia", Box("hdlr", append(hdlr, make([]byte, 13)...)), Box("minf", Box("stbl", Box("stsd", described)))))
}

// Of returns a film of tracks with a minimum size in bytes.
func Of(brand string, size int, tracks ...[]byte) []byte {
	b := append(Brand(brand), Box("moov", tracks...)...)
	return append(b, Box("mdat", make([]byte, max(0, size-len(b)-8)))...)
}

// Plain is a film that every phone plays: H.264 with AAC.
func Plain(brand string, size int) []byte {
	return Of(brand, size, Track("vide", "avc1"), Track("soun", "mp4a"))
}
