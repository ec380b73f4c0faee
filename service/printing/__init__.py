"""Map sheets of our own design as vectors: what stands where on them, and the PDF they are printed from."""
