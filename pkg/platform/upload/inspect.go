package upload

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	_ "image/jpeg" // the two kinds of pictures that messages may have
	_ "image/png"
	"path"
	"strings"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/sheet"
)

// Kinds of files.
const (
	Contact  = "contact"
	Image    = "image"
	Video    = "video"
	Audio    = "audio"    // recordings: wav
	Document = "document" // pdf
)

// kindByName gives the kind that a file's name claims; other names claim none.
var kindByName = map[string]string{
	".xlsx": Contact, ".xls": Contact, ".txt": Contact, ".csv": Contact, ".jpg": Image, ".jpeg": Image, ".png": Image,
	".mp4": Video, ".m4v": Video, ".wav": Audio, ".pdf": Document,
}

// kindOf is the kind that a file's own marks tell, "" for none: contact files have none.
func kindOf(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")), bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return Image
	case isMP4(data):
		return Video
	case isWAV(data):
		return Audio
	case bytes.HasPrefix(data, []byte("%PDF-")):
		return Document
	}
	return ""
}

// look finds the kind of a file and whether it may be kept, by its content. want is the requested kind, empty for
// any but documents, which must be requested. Faults: those of sheet, upload.tooLarge, upload.pixels, upload.image,
// upload.video, upload.cmyk, upload.bits, upload.disguised, upload.codec, upload.sounds, upload.want.<kind>,
// upload.none.
func (r *Service) look(ctx context.Context, want string, data []byte) (kind, contentType string, err error) {
	kind = kindOf(data)
	switch {
	case len(data) == 0:
		_, err = sheet.Sniff(data, sheet.DefaultLimits)
		return "", "", err
	case kind == "" && disguised(data) != "" && want != Contact:
		return "", "", fault.New(fault.Invalid, 40043, "upload.disguised", "format", disguised(data))
	case kind == "" && want == "":
		return r.lookUnmarked(ctx, data)
	case kind == "" && want == Contact:
		return r.lookContact(ctx, data)
	case kind == Document && want == "":
		return "", "", none()
	case want != "" && kind != want: // reported before any error of a kind that was not requested
		return "", "", wrong(want)
	case kind == Image:
		return r.lookImage(ctx, data)
	case kind == Video:
		if err = r.Within(ctx, int64(len(data)), "video.bytes"); err == nil {
			err = CheckFilm(data)
		}
		return Video, "video/mp4", err
	case kind == Audio:
		return Audio, "audio/wav", r.Within(ctx, int64(len(data)), "audio.bytes")
	}
	return Document, "application/pdf", r.Within(ctx, int64(len(data)), "document.bytes")
}

// none is the refusal of a file that is of no kind, where any is taken.
func none() error { return fault.New(fault.Invalid, 40043, "upload.none") }

// wrong is the refusal of a file that is of another kind than was asked for.
func wrong(want string) error {
	if want == Contact {
		e := fault.Bad("file", sheet.KeyType)
		e.Code = 40043 // as sheet refuses what it does not know
		return e
	}
	return fault.Bad("file", "upload.want."+want)
}

// lookUnmarked looks at what may be of any kind and bears the marks of none.
func (r *Service) lookUnmarked(ctx context.Context, data []byte) (kind, contentType string, err error) {
	limits := sheet.DefaultLimits
	limits.Bytes = len(data) // the kind is checked before the size
	if _, err = sheet.Sniff(data, limits); fault.Is(err, sheet.KeyType) {
		return "", "", none()
	}
	if err != nil {
		return "", "", err
	}
	return r.lookContact(ctx, data)
}

func (r *Service) lookContact(ctx context.Context, data []byte) (kind, contentType string, err error) {
	limit, err := r.Settings.Int(ctx, "contact.file.bytes")
	if err != nil {
		return "", "", err
	}
	limits := sheet.DefaultLimits
	limits.Bytes = limit
	_, err = sheet.Sniff(data, limits)
	return Contact, "application/octet-stream", err
}

// nameMatchesContent refuses a file whose name claims another kind: a user who saves it later would be deceived.
func nameMatchesContent(name, kind string) error {
	ext := strings.ToLower(path.Ext(name))
	if says := kindByName[ext]; says != "" && says != kind {
		return fault.Bad("file", "upload.lies."+kind, "extension", ext)
	}
	return nil
}

// isWAV reports a RIFF file of waves.
func isWAV(data []byte) bool {
	return len(data) >= 16 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WAVE"
}

// isMP4 reports an MPEG-4 file (ISO/IEC 14496-12): its first box names a brand that players of mp4 and m4v read. Pictures
// and QuickTime files begin with the same box and other brands.
func isMP4(data []byte) bool {
	if len(data) < 16 || string(data[4:8]) != "ftyp" {
		return false
	}
	size := min(int(binary.BigEndian.Uint32(data)), len(data), 256)
	for at := 8; at+4 <= size; at += 4 {
		if at == 12 { // the version of the first brand
			continue
		}
		switch string(data[at : at+4]) {
		case "isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "M4VH", "MSNV", "dash":
			return true
		}
	}
	return false
}

func (r *Service) lookImage(ctx context.Context, data []byte) (kind, contentType string, err error) {
	cfg, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return "", "", fault.New(fault.Invalid, 40032, "upload.image").With(err)
	}
	pixels, err := r.Settings.Int(ctx, "image.pixels") // a small file can be a picture that fills the memory (ASVS 5.2.6)
	if err != nil {
		return "", "", err
	}
	if cfg.Width*cfg.Height > pixels {
		return "", "", fault.New(fault.Invalid, 40033, "upload.pixels", "max", fmt.Sprintf("%g", float64(pixels)/1_000_000))
	}
	if err := depth(cfg.ColorModel); err != nil {
		return "", "", err
	}
	return Image, "image/" + format, r.Within(ctx, int64(len(data)), "image.bytes")
}
