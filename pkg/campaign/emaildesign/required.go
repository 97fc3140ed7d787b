package emaildesign

// Required gives the names of placeholders that stand somewhere in a design, or in some texts, without a fallback, in the order of their
// first use: a recipient without the value would get an email with a hole. The design may be nil.
func Required(d *Design, texts ...string) []string {
	all := append([]string{}, texts...)
	var raw []string
	if d != nil {
		all = append(all, d.Preheader)
		visit(d.Blocks, func(b *Block) {
			all = append(all, b.texts()...)
			if b.Type == RawBlock {
				raw = append(raw, b.Raw)
			}
		})
	}
	var out names
	for _, text := range all {
		for _, p := range split(text) {
			if p.field != "" && !p.fallback {
				out.add(p.field)
			}
		}
	}
	for _, name := range raw {
		out.add(name)
	}
	return out
}

// visit calls a function with every block.
func visit(blocks []Block, each func(b *Block)) {
	for i := range blocks {
		b := &blocks[i]
		each(b)
		visit(b.Blocks, each)
		for k := range b.Columns {
			visit(b.Columns[k].Blocks, each)
		}
	}
}

// texts are those of a block in which placeholders are replaced.
func (b *Block) texts() (all []string) {
	if b.Text != nil {
		all = append(all, b.Text.HTML)
	}
	if p := b.Picture; p != nil {
		all = append(all, p.URL, p.Alt, p.Link)
	}
	if b.Button != nil {
		all = append(all, b.Button.Label, b.Button.Link)
	}
	for _, s := range b.Social {
		all = append(all, s.URL)
	}
	if f := b.Footer; f != nil {
		all = append(all, f.HTML, f.Unsubscribe)
	}
	return all
}
