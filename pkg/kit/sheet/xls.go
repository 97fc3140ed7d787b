package sheet

import "errors"

// workbook is what the sheets of an xls share.
type workbook struct {
	data    []byte
	version uint16
	tabs    []int // where each worksheet begins
	hidden  []int // the same of those that are not shown
	work    int   // bytes of sheets that were walked
	shared  []string
	dates   dateStyles
	chinese bool // the texts of BIFF5 are GB18030, else Windows-1252
}

// readXLS gives the rows of the first sheet that has a header to the collector.
func readXLS(data []byte, c *collector) error {
	w, err := openXLS(data)
	if err == nil {
		for _, at := range w.order() {
			c.begin()
			if err = w.sheet(at, c); err != nil || c.found {
				break
			}
		}
	}
	if errors.Is(err, errCFB) || errors.Is(err, errBIFF) {
		return damaged("xls: %w", err)
	}
	return err
}

// order are the sheets to look at, each once: visible ones before hidden ones (decisions §13).
func (w *workbook) order() []int {
	var out []int
	seen := map[int]bool{}
	for _, at := range append(w.tabs, w.hidden...) {
		if !seen[at] && len(out) < maxSheets {
			seen[at] = true
			out = append(out, at)
		}
	}
	return out
}

func openXLS(data []byte) (*workbook, error) {
	f, err := openCFB(data)
	if err != nil {
		return nil, err
	}
	if f.encrypted() {
		return nil, password()
	}
	entry := f.book()
	if entry == nil {
		return nil, errCFB
	}
	w := &workbook{}
	if w.data, err = stream(entry, len(data)); err != nil {
		return nil, err
	}
	return w, w.globals()
}

// begin reads the record that opens a part of the stream.
func (w *workbook) begin(r *records) (kind uint16, err error) {
	if err := r.next(); err != nil {
		return 0, err
	}
	if r.id != recBOF || len(r.body) < 4 {
		return 0, errBIFF
	}
	w.version = u16(r.body) &^ 0xff // some writers set the lower half
	if w.version != biff5 && w.version != biff8 {
		return 0, errBIFF
	}
	return u16(r.body[2:]), nil
}

// globals reads what stands before the sheets.
func (w *workbook) globals() error {
	r := &records{data: w.data}
	if _, err := w.begin(r); err != nil {
		return err
	}
	for {
		if err := r.next(); err != nil {
			return err
		}
		if r.id == recEOF {
			if len(w.tabs)+len(w.hidden) == 0 {
				return errBIFF
			}
			return nil
		}
		if err := w.global(r); err != nil {
			return err
		}
	}
}

func (w *workbook) global(r *records) error {
	b := r.body
	switch {
	case r.id == recFilePass:
		return password()
	case r.id == recCodePage && len(b) >= 2 && (u16(b) == 936 || u16(b) == 54936):
		w.chinese = true
	case r.id == recDate1904 && len(b) >= 2:
		w.dates.from1904 = u16(b) == 1
	case r.id == recBound:
		if len(b) < 6 {
			return errBIFF
		}
		switch at := int(u32(b)); {
		case b[5] != 0: // a chart or a macro
		case b[4]&3 != 0:
			w.hidden = append(w.hidden, at)
		default:
			w.tabs = append(w.tabs, at)
		}
	case r.id == recFormat && w.version == biff8 && len(b) >= 5:
		code, err := (&segments{now: b[2:]}).str()
		if err == nil {
			w.dates.format(int(u16(b)), code)
		}
	case r.id == recXF && len(b) >= 4:
		w.dates.style(int(u16(b[2:])))
	case r.id == recSST:
		return w.strings(r.long())
	}
	return nil
}

// strings reads the table of shared strings. Nothing is allocated by its count; one that says too much is damage,
// except beside no strings at all, as a writer leaves it that does not share any.
func (w *workbook) strings(s *segments) error {
	head, err := s.take(8)
	if err != nil {
		return err
	}
	if s.empty() {
		return nil
	}
	for want := u32(head[4:]); uint32(len(w.shared)) < want; {
		text, err := s.str()
		if err != nil {
			return err
		}
		w.shared = append(w.shared, text)
	}
	return nil
}

// xlsCell is a cell with its row, as the cells of an xls need not come in order.
type xlsCell struct {
	row, column uint16
	text, shown string
	formula     bool
	broken      bool
}

// sheet reads a sheet to its end and gives its rows.
func (w *workbook) sheet(at int, c *collector) error {
	if at < 0 || at >= len(w.data) {
		return errBIFF
	}
	r := &records{data: w.data, pos: at}
	if _, err := w.begin(r); err != nil {
		return err
	}
	t := &xlsTab{book: w}
	for depth := 1; ; {
		if err := r.next(); err != nil {
			return err
		}
		// Sheets of an honest file do not overlap, so walking all of them is walking the file once.
		if w.work += len(r.body) + 4; w.work > 2*len(w.data) {
			return bomb()
		}
		switch r.id {
		case recBOF: // a chart inside the sheet
			depth++
			continue
		case recEOF:
			if depth--; depth == 0 {
				return t.give(c)
			}
			continue
		}
		if depth > 1 {
			continue
		}
		if err := t.record(r); err != nil {
			return err
		}
	}
}
