package sheet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"github.com/richardlehane/mscfb"
)

// errCFB is a compound file whose tables contradict themselves or its size.
var errCFB = errors.New("compound file is damaged")

func u16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func u32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// compound are the streams in the root of a file of OLE2, not those of embedded documents, by their lower-case name.
type compound map[string]*mscfb.File

// openCFB reads the directory. mscfb allocates by what the header claims: that is looked at before.
func openCFB(data []byte) (compound, error) {
	if len(data) < 512 {
		return nil, errCFB
	}
	shift := u16(data[30:])
	if (shift != 9 && shift != 12) || u16(data[32:]) != 6 || u16(data[28:]) != 0xfffe {
		return nil, errCFB
	}
	sectors := uint32(len(data) >> shift)
	for _, at := range []int{40, 44, 64, 72} { // how many sectors the directory and the tables have
		if u32(data[at:]) > sectors {
			return nil, errCFB
		}
	}
	r, err := mscfb.New(bytes.NewReader(data))
	if err != nil {
		return nil, errors.Join(errCFB, err)
	}
	c := compound{}
	for _, f := range r.File {
		if name := strings.ToLower(f.Name); len(f.Path) == 0 && !f.FileInfo().IsDir() && c[name] == nil {
			c[name] = f
		}
	}
	return c, nil
}

// encrypted reports an xlsx under a password.
func (c compound) encrypted() bool {
	return c["encryptedpackage"] != nil || c["encryptioninfo"] != nil
}

// book is the stream of a workbook, nil for none.
func (c compound) book() *mscfb.File {
	if f := c["workbook"]; f != nil {
		return f
	}
	return c["book"]
}

// stream reads a stream of a file of so many bytes whole.
func stream(f *mscfb.File, file int) ([]byte, error) {
	if f.Size < 0 || f.Size > int64(file) {
		return nil, errCFB
	}
	data := make([]byte, f.Size)
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, errors.Join(errCFB, err)
	}
	return data, nil
}
