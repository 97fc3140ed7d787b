package emaildesign

// BlockType names what a block is.
type BlockType string

const (
	ContainerBlock BlockType = "container" // a full-width section of the email; only these stand at the top, at most MaxContainers
	ColumnsBlock   BlockType = "columns"
	TextBlock      BlockType = "text"
	PictureBlock   BlockType = "picture"
	ButtonBlock    BlockType = "button"
	DividerBlock   BlockType = "divider"
	SpacerBlock    BlockType = "spacer"
	SocialBlock    BlockType = "social"
	FooterBlock    BlockType = "footer" // sender's address and the link to unsubscribe
	RawBlock       BlockType = "raw"    // one placeholder whose value stands alone
)

// MaxContainers is the most containers of an email (business-domain §5).
const MaxContainers = 4

// Design is the content of an email of format html.
type Design struct {
	Version   int     `json:"version" enum:"1" doc:"Version of the block format."`
	Preheader string  `json:"preheader,omitempty" maxLength:"200" doc:"Text that mailboxes show beside the subject. Placeholders are allowed."`
	Language  string  `json:"language,omitempty" maxLength:"16" example:"pt-BR" doc:"Language of the text, BCP 47."`
	Style     Style   `json:"style"`
	Blocks    []Block `json:"blocks" nullable:"false" doc:"Containers, from top to bottom. At most 4."`
}

// Style holds what all blocks share. Colours are #rrggbb, lengths are CSS pixels.
type Style struct {
	Width      int    `json:"width,omitempty" minimum:"320" maximum:"800" doc:"Width of the content in pixels. Default: 600."`
	Font       string `json:"font,omitempty" enum:"sans,serif,mono," doc:"Font family. Default: sans."`
	FontSize   int    `json:"fontSize,omitempty" minimum:"10" maximum:"32" doc:"Default: 16."`
	Background string `json:"background,omitempty" doc:"Colour around the content. Default: #f4f4f5."`
	Surface    string `json:"surface,omitempty" doc:"Colour behind the content. Default: #ffffff."`
	Text       string `json:"text,omitempty" doc:"Colour of text. Default: #1f2329."`
	Link       string `json:"link,omitempty" doc:"Colour of links and buttons. Default: #1677ff."`
	KeepLight  bool   `json:"keepLight,omitempty" doc:"Ask mailboxes not to recolour the email in dark mode."`
}

// Block is a part of a design. Type decides which of the further fields it has.
type Block struct {
	ID        string     `json:"id" minLength:"1" maxLength:"40" doc:"Unique within the design. Errors name it."`
	Type      BlockType  `json:"type" enum:"container,columns,text,picture,button,divider,spacer,social,footer,raw"`
	Condition *Condition `json:"condition,omitempty" doc:"Show the block only to recipients with this value."`

	Background string   `json:"background,omitempty"`
	Align      string   `json:"align,omitempty" enum:"left,center,right,"`
	Padding    *Padding `json:"padding,omitempty"`

	Blocks  []Block  `json:"blocks,omitempty" doc:"Content of a container."`
	Columns []Column `json:"columns,omitempty" doc:"Two to four columns of a columns block. They stack on phones."`
	Text    *Text    `json:"text,omitempty"`
	Picture *Picture `json:"picture,omitempty"`
	Button  *Button  `json:"button,omitempty"`
	Divider *Divider `json:"divider,omitempty"`
	Height  int      `json:"height,omitempty" minimum:"1" maximum:"200" doc:"Height of a spacer in pixels."`
	Social  []Social `json:"social,omitempty"`
	Footer  *Footer  `json:"footer,omitempty"`
	Raw     string   `json:"raw,omitempty" maxLength:"60" doc:"Name of the placeholder of a raw block."`
}

// Condition compares a recipient's value.
type Condition struct {
	Field string `json:"field" minLength:"1" maxLength:"60" doc:"Name of a placeholder."`
	Op    string `json:"op" enum:"filled,empty,equals,notEquals"`
	Value string `json:"value,omitempty" maxLength:"200"`
}

// Padding is in pixels.
type Padding struct {
	Top    int `json:"top" minimum:"0" maximum:"120"`
	Right  int `json:"right" minimum:"0" maximum:"120"`
	Bottom int `json:"bottom" minimum:"0" maximum:"120"`
	Left   int `json:"left" minimum:"0" maximum:"120"`
}

// Column is a column of a columns block. It holds no containers and no columns.
type Column struct {
	Width  int     `json:"width" minimum:"10" maximum:"90" doc:"Percent. The widths of all columns add up to 100."`
	Blocks []Block `json:"blocks" nullable:"false"`
}

// Text is a fragment of HTML: p, h1 to h3, ul, ol, li, a, strong, em, u, s, span, br, with colour, size and alignment as styles.
// {name} is replaced by the recipient's value, {name|fallback} by the fallback where the value is missing.
type Text struct {
	HTML string `json:"html" maxLength:"20000"`
}

// Picture is a picture with an optional link.
type Picture struct {
	URL   string `json:"url" maxLength:"2000" doc:"https address, or the address of an uploaded file."`
	Alt   string `json:"alt" maxLength:"200" doc:"What the picture shows, for readers without pictures."`
	Link  string `json:"link,omitempty" maxLength:"2000"`
	Width int    `json:"width,omitempty" minimum:"1" maximum:"800" doc:"Width in pixels. Default: the width of the column."`
}

// Button is a link that looks like a button.
type Button struct {
	Label  string `json:"label" minLength:"1" maxLength:"80"`
	Link   string `json:"link" maxLength:"2000"`
	Color  string `json:"color,omitempty" doc:"Default: the design's link colour."`
	Text   string `json:"text,omitempty" doc:"Colour of the label. Default: #ffffff."`
	Radius int    `json:"radius,omitempty" minimum:"0" maximum:"50"`
	Full   bool   `json:"full,omitempty" doc:"As wide as its column."`
}

// Divider is a horizontal line.
type Divider struct {
	Color     string `json:"color,omitempty"`
	Thickness int    `json:"thickness,omitempty" minimum:"1" maximum:"20"`
}

// Social is a link to a profile.
type Social struct {
	Network string `json:"network" enum:"facebook,instagram,x,linkedin,youtube,tiktok,whatsapp,wechat,weibo,website"`
	URL     string `json:"url" maxLength:"2000"`
}

// Footer is the end of an email.
type Footer struct {
	HTML        string `json:"html,omitempty" maxLength:"5000" doc:"A fragment as in a text block, for example the sender's postal address."`
	Unsubscribe string `json:"unsubscribe,omitempty" maxLength:"120" doc:"Text of the link to unsubscribe. Default: in the design's language."`
}
