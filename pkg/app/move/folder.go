package move

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// folder is an export that is being written.
type folder struct {
	at   string
	mu   sync.Mutex
	sums map[string]string // hexadecimal, by file
}

// newFolder makes an empty folder that others cannot read.
func newFolder(at string) (*folder, error) {
	if entries, err := os.ReadDir(at); err == nil && len(entries) > 0 {
		return nil, fmt.Errorf("the folder %s is not empty: name another one", at)
	}
	for _, below := range []string{"rows", "files", "messages"} {
		if err := os.MkdirAll(filepath.Join(at, below), 0o700); err != nil {
			return nil, fmt.Errorf("the export cannot be written: %w", err)
		}
	}
	return &folder{at: at, sums: map[string]string{}}, nil
}

// part is a compressed file that is being written.
type part struct {
	*zstd.Encoder
	folder *folder
	name   string
	file   *os.File
	sum    hash.Hash
}

// create begins a part.
func (f *folder) create(name string) (*part, error) {
	file, err := os.OpenFile(filepath.Join(f.at, filepath.FromSlash(name)), os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	p := &part{folder: f, name: name, file: file, sum: sha256.New()}
	p.Encoder, err = zstd.NewWriter(io.MultiWriter(file, p.sum), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(4<<20))
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return p, nil
}

// close ends a part that is whole.
func (p *part) close() error {
	err := errors.Join(p.Encoder.Close(), p.file.Sync(), p.file.Close())
	p.folder.mu.Lock()
	defer p.folder.mu.Unlock()
	p.folder.sums[p.name] = hex.EncodeToString(p.sum.Sum(nil))
	return err
}

// write adds a small file.
func (f *folder) write(name string, text []byte) error {
	sum := sha256.Sum256(text)
	f.sums[name] = hex.EncodeToString(sum[:])
	return os.WriteFile(filepath.Join(f.at, name), text, 0o600)
}

// finish writes the checksums: an export without them is not whole.
func (f *folder) finish() error {
	var text strings.Builder
	names := make([]string, 0, len(f.sums))
	for name := range f.sums {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&text, "%s  %s\n", f.sums[name], name)
	}
	temporary := filepath.Join(f.at, sumsFile+".new")
	if err := os.WriteFile(temporary, []byte(text.String()), 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, filepath.Join(f.at, sumsFile))
}

// verify compares all files of a folder with their checksums, and gives the names of the files.
func verify(at string, read func(bytes int64)) (names []string, err error) {
	list, err := os.Open(filepath.Join(at, sumsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the export in %s is not whole: it has no %s; export again", at, sumsFile)
	}
	if err != nil {
		return nil, err
	}
	defer list.Close()
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		want, name, ok := strings.Cut(lines.Text(), "  ")
		if !ok || !filepath.IsLocal(filepath.FromSlash(name)) || path.Clean(name) != name {
			return nil, fmt.Errorf("the file %s is damaged: copy it again", sumsFile)
		}
		got, err := sumOf(filepath.Join(at, filepath.FromSlash(name)), read)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("the file %s of the export is missing: copy the folder again; nothing was imported", name)
		}
		if err != nil {
			return nil, fmt.Errorf("the file %s of the export cannot be read: %w", name, err)
		}
		if got != want {
			return nil, fmt.Errorf("the file %s of the export is damaged: copy it again, or export again; nothing was imported", name)
		}
		names = append(names, name)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if !slices.Contains(names, headerFile) {
		return nil, fmt.Errorf("the file %s is damaged: copy it again", sumsFile)
	}
	return names, nil
}

func sumOf(name string, read func(bytes int64)) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, file)
	read(n)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// open reads a part.
func open(at, name string) (io.ReadCloser, error) {
	file, err := os.Open(filepath.Join(at, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	decoder, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20))
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &content{decoder, file}, nil
}

type content struct {
	*zstd.Decoder
	file *os.File
}

func (c *content) Close() error {
	c.Decoder.Close()
	return c.file.Close()
}

// maxLine is the longest line: a row of 400 KB or a message of 256 KB, with what JSON needs for them.
const maxLine = 8 << 20

// lines calls each for every line of a part.
func lines(at, name string, each func(line []byte) error) error {
	from, err := open(at, name)
	if err != nil {
		return err
	}
	defer from.Close()
	scan := bufio.NewScanner(from)
	scan.Buffer(make([]byte, 64<<10), maxLine)
	for scan.Scan() {
		if err := each(scan.Bytes()); err != nil {
			return err
		}
	}
	return scan.Err()
}

// rotating writes lines to parts of bounded size.
type rotating struct {
	folder *folder
	name   string // with one %d
	most   int64  // bytes of a part without compression
	n      int
	now    *part
	in     int64
	Count
}

// line adds a line.
func (r *rotating) line(text []byte) error {
	if r.now != nil && r.in+int64(len(text)) >= r.most {
		if err := r.close(); err != nil {
			return err
		}
	}
	if r.now == nil {
		p, err := r.folder.create(fmt.Sprintf(r.name, r.n))
		if err != nil {
			return err
		}
		r.now, r.in, r.n = p, 0, r.n+1
	}
	r.in += int64(len(text)) + 1
	r.Count.Count, r.Bytes = r.Count.Count+1, r.Bytes+int64(len(text))
	if _, err := r.now.Write(text); err != nil {
		return err
	}
	_, err := r.now.Write([]byte{'\n'})
	return err
}

// close ends the part that is written.
func (r *rotating) close() error {
	if r.now == nil {
		return nil
	}
	err := r.now.close()
	r.now = nil
	return err
}
