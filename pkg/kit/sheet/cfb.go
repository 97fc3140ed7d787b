package sheet

import (
	"encoding/binary"
	"errors"
	"strings"
	"unicode/utf16"
)

// errCFB is a compound file whose tables contradict themselves or its size.
var errCFB = errors.New("compound file is damaged")

const (
	cfbLastSector = 0xfffffffa // numbers above are marks: free, end of chain and the like
	miniSector    = 64
)

// compound is a file of OLE2: a file system in a file. Nothing is allocated by what its header claims, only by what
// its bytes hold.
type compound struct {
	data    []byte
	shift   uint // of a sector's size
	fat     []uint32
	miniFAT []uint32
	mini    []byte // the stream in which the small streams lie
	cutoff  uint32
	entries []dirEntry
}

type dirEntry struct {
	name               string
	kind               byte // 1 storage, 2 stream, 5 root
	left, right, child uint32
	start              uint32
	size               uint64
}

func u16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func u32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// openCFB reads the tables and the directory.
func openCFB(data []byte) (*compound, error) {
	if len(data) < 512 {
		return nil, errCFB
	}
	f := &compound{data: data, shift: uint(u16(data[30:])), cutoff: u32(data[56:])}
	if (f.shift != 9 && f.shift != 12) || u16(data[32:]) != 6 || u16(data[28:]) != 0xfffe {
		return nil, errCFB
	}
	sectors := uint32(len(data) >> f.shift)
	for _, at := range []int{44, 64, 72} { // how many sectors the tables have
		if u32(data[at:]) > sectors {
			return nil, errCFB
		}
	}
	if err := f.readFAT(); err != nil {
		return nil, err
	}
	if err := f.readDirectory(); err != nil {
		return nil, err
	}
	root := f.entries[0]
	var err error
	if root.size > 0 {
		if f.mini, err = f.chain(root.start, root.size); err != nil {
			return nil, err
		}
		table, err := f.chain(u32(data[60:]), 0)
		if err != nil {
			return nil, err
		}
		for i := 0; i+4 <= len(table); i += 4 {
			f.miniFAT = append(f.miniFAT, u32(table[i:]))
		}
	}
	return f, nil
}

// sector gives the bytes of a sector; the last one of a file may be short.
func (f *compound) sector(n uint32) []byte {
	size := 1 << f.shift
	at := (int64(n) + 1) << f.shift
	if at >= int64(len(f.data)) {
		return nil
	}
	return f.data[at:min(at+int64(size), int64(len(f.data)))]
}

// readFAT follows the double-indirect table: 109 sectors in the header, more in a chain of their own.
func (f *compound) readFAT() error {
	list := f.data[76:512]
	next := u32(f.data[68:])
	for hops := 0; ; hops++ {
		for i := 0; i+4 <= len(list); i += 4 {
			n := u32(list[i:])
			if n >= cfbLastSector {
				continue
			}
			table := f.sector(n)
			if table == nil || len(f.fat)*4 > len(f.data)*2 {
				return errCFB
			}
			for j := 0; j+4 <= len(table); j += 4 {
				f.fat = append(f.fat, u32(table[j:]))
			}
		}
		if next >= cfbLastSector {
			return nil
		}
		list = f.sector(next)
		if len(list) != 1<<f.shift || hops > len(f.data)>>f.shift {
			return errCFB
		}
		next = u32(list[len(list)-4:])
		list = list[:len(list)-4]
	}
}

// chain reads a stream of full sectors. Size 0 means to the end of the chain; a chain that ends too early is an
// error.
func (f *compound) chain(start uint32, size uint64) ([]byte, error) {
	if size > uint64(len(f.data)) {
		return nil, errCFB
	}
	var out []byte
	for n, hops := start, 0; n < cfbLastSector && (size == 0 || uint64(len(out)) < size); hops++ {
		s := f.sector(n)
		if s == nil || int(n) >= len(f.fat) || hops > len(f.data)>>f.shift {
			return nil, errCFB
		}
		out = append(out, s...)
		n = f.fat[n]
	}
	if size > 0 {
		if uint64(len(out)) < size {
			return nil, errCFB
		}
		out = out[:size]
	}
	return out, nil
}

func (f *compound) readDirectory() error {
	raw, err := f.chain(u32(f.data[48:]), 0)
	if err != nil {
		return err
	}
	for ; len(raw) >= 128; raw = raw[128:] {
		e := dirEntry{
			kind: raw[66], left: u32(raw[68:]), right: u32(raw[72:]), child: u32(raw[76:]),
			start: u32(raw[116:]), size: binary.LittleEndian.Uint64(raw[120:]),
		}
		if f.shift == 9 {
			e.size &= 0xffffffff // version 3 leaves the upper half undefined
		}
		if n := int(u16(raw[64:])); n >= 2 && n <= 64 {
			units := make([]uint16, 0, 32)
			for i := 0; i < n-2; i += 2 {
				units = append(units, u16(raw[i:]))
			}
			e.name = string(utf16.Decode(units))
		}
		f.entries = append(f.entries, e)
	}
	if len(f.entries) == 0 || f.entries[0].kind != 5 {
		return errCFB
	}
	return nil
}

// find gives the stream of a name, in any case, in the root, not that of an embedded document.
func (f *compound) find(name string) *dirEntry {
	seen := make([]bool, len(f.entries))
	queue := []uint32{f.entries[0].child}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		if uint64(i) >= uint64(len(f.entries)) || seen[i] {
			continue
		}
		seen[i] = true
		if e := &f.entries[i]; strings.EqualFold(e.name, name) && e.kind == 2 {
			return e
		}
		queue = append(queue, f.entries[i].left, f.entries[i].right)
	}
	return nil
}

// encrypted reports an xlsx under a password.
func (f *compound) encrypted() bool {
	return f.find("EncryptedPackage") != nil || f.find("EncryptionInfo") != nil
}

// stream reads the bytes of an entry.
func (f *compound) stream(e *dirEntry) ([]byte, error) {
	if e.size == 0 {
		return nil, nil
	}
	if e.size >= uint64(f.cutoff) {
		return f.chain(e.start, e.size)
	}
	out := make([]byte, 0, e.size)
	for n, hops := e.start, 0; uint64(len(out)) < e.size; hops++ {
		at := int64(n) * miniSector
		if n >= cfbLastSector || int64(n) >= int64(len(f.miniFAT)) || at >= int64(len(f.mini)) || hops > len(f.miniFAT) {
			return nil, errCFB
		}
		out = append(out, f.mini[at:min(at+miniSector, int64(len(f.mini)))]...)
		n = f.miniFAT[n]
	}
	return out[:e.size], nil
}
