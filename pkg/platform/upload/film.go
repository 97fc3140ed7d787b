package upload

import (
	"encoding/binary"
	"errors"
	"strings"

	"herald/pkg/kit/fault"
)

// Codecs that a video of a message may have (facts §1.2): H.264 pictures, AAC sound. They are the types of the sample entries
// (ISO/IEC 14496-15 and 14496-14).
var (
	pictureCodecs = map[string]bool{"avc1": true, "avc3": true}
	soundCodecs   = map[string]bool{"mp4a": true}
)

// track is a track of a film: its kind ("vide", "soun", others), and the codecs of its samples.
type track struct {
	kind   string
	codecs []string
}

// CheckFilm refuses a video that phones would not play. Faults: upload.video for a damaged file and one without pictures,
// upload.codec for another codec, upload.sounds for several sounds.
func CheckFilm(data []byte) error {
	tracks, err := tracksOf(data)
	if err != nil {
		return fault.New(fault.Invalid, 40036, "upload.video").With(err)
	}
	pictures, sounds := 0, 0
	for _, t := range tracks {
		known := pictureCodecs
		switch t.kind {
		case "vide":
			pictures++
		case "soun":
			sounds++
			known = soundCodecs
		default: // subtitles, hints: they are not played
			continue
		}
		for _, codec := range t.codecs {
			if !known[codec] {
				return fault.New(fault.Invalid, 40037, "upload.codec", "codec", shown(codec))
			}
		}
		if len(t.codecs) == 0 {
			return fault.New(fault.Invalid, 40036, "upload.video")
		}
	}
	switch {
	case pictures == 0:
		return fault.New(fault.Invalid, 40036, "upload.video")
	case sounds > 1:
		return fault.New(fault.Invalid, 40038, "upload.sounds")
	}
	return nil
}

// tracksOf reads the tracks that a film declares (ISO/IEC 14496-12, section 8). It reads no samples.
func tracksOf(data []byte) (tracks []track, err error) {
	err = boxes(data, func(kind string, body []byte) error {
		if kind != "moov" {
			return nil
		}
		return boxes(body, func(kind string, body []byte) error {
			if kind != "trak" {
				return nil
			}
			var t track
			defer func() { tracks = append(tracks, t) }()
			return t.read("trak", body)
		})
	})
	return tracks, err
}

// inside tells in which box of a track another one lies that has more boxes.
var inside = map[string]string{"mdia": "trak", "minf": "mdia", "stbl": "minf"}

// read takes the kind of a track and its codecs out of the boxes in which they lie.
func (t *track) read(box string, data []byte) error {
	return boxes(data, func(kind string, body []byte) error {
		switch at := box + "/" + kind; at {
		case inside[kind] + "/" + kind:
			return t.read(kind, body)
		case "mdia/hdlr":
			if len(body) < 12 {
				return errBox
			}
			t.kind = string(body[8:12])
		case "stbl/stsd":
			if len(body) < 8 {
				return errBox
			}
			return boxes(body[8:], func(kind string, _ []byte) error {
				t.codecs = append(t.codecs, kind)
				return nil
			})
		}
		return nil
	})
}

var errBox = errors.New("a box of an impossible size")

// boxes gives each of the boxes that lie one after another: 4 bytes of size, 4 of type, the body. A size of 1 stands for one of
// 8 bytes that follows, of 0 for all that is left (ISO/IEC 14496-12, section 4.2).
func boxes(data []byte, each func(kind string, body []byte) error) error {
	for len(data) > 0 {
		if len(data) < 8 {
			return errBox
		}
		head, size := uint64(8), uint64(binary.BigEndian.Uint32(data))
		kind := string(data[4:8])
		switch {
		case size == 0:
			size = uint64(len(data))
		case size == 1 && len(data) >= 16:
			head, size = 16, binary.BigEndian.Uint64(data[8:])
		}
		if size < head || size > uint64(len(data)) {
			return errBox
		}
		if err := each(kind, data[head:size]); err != nil {
			return err
		}
		data = data[size:]
	}
	return nil
}

// codecNames are what people know codecs as, by the types of their sample entries.
var codecNames = map[string]string{"hvc1": "H.265 (HEVC)", "hev1": "H.265 (HEVC)", "av01": "AV1", "vp08": "VP8", "vp09": "VP9",
	"mp4v": "MPEG-4 Part 2", "s263": "H.263",
	".mp3": "MP3", "ac-3": "AC-3", "ec-3": "E-AC-3", "Opus": "Opus", "samr": "AMR", "sawb": "AMR-WB", "alac": "ALAC", "fLaC": "FLAC",
	"encv": "DRM", "enca": "DRM"}

// shown is how a refusal names a codec; a codec without a printable name is not repeated.
func shown(codec string) string {
	if known := codecNames[codec]; known != "" {
		return known
	}
	return strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' {
			return '?'
		}
		return c
	}, codec)
}
